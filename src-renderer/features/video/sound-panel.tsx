// What is to be heard: one of three ways, each with its own price, and the one button.
import { type BridgeError, bridge } from '../../bridge.ts'
import { Button, Keys } from '../../components/button.tsx'
import { CopyText, Segmented } from '../../components/fields.tsx'
import { ParsedInput } from '../../components/parsed-input.tsx'
import { useAct } from '../../data/use-act.ts'
import { useWindow } from '../../window-state.ts'
import { errorSentence } from '../../wording/errors.ts'
import { counted, NONE } from '../../wording/numbers.ts'
import { balanceAfterText, isAffordable, missingText, priceText } from '../../wording/quotes.ts'
import { PoweredBy } from '../create/generate-row.tsx'
import { parseSeed } from '../create/limits.ts'
import { SpeechField } from './speech-field.tsx'
import type { Video, Way } from './use-video.ts'
import styles from './video.module.css'
import type { VideoMode } from './video-request.ts'

const WAYS: Readonly<Record<VideoMode, { readonly title: string; readonly says: string }>> = {
  mix: { title: 'One mix', says: 'everything heard in the picture, one file' },
  speech: { title: 'Mix, speech kept', says: 'mix, effects and clean speech, three files' },
  stems: { title: 'Separated stems', says: 'from the first frame, no prompt or seed' },
}

export function SoundPanel({ video }: { video: Video }) {
  const { view } = useWindow()
  const { model, limits, state, connection } = video
  if (model === null || limits === null) {
    return (
      <section className={styles.panel} aria-label="New sound">
        <p className={styles.note}>
          {!video.isRead
            ? 'Asking what can be made for a picture…'
            : connection === null
              ? 'No connection is in use.'
              : `${connection.name} makes no sound for pictures here.${connection.kind === 'built-in' ? ' The built-in engine looks at pictures with ffmpeg: install it and start Foleyroom again.' : ''}`}
        </p>
        {video.isRead && <Button onClick={() => view.set('settings')}>Choose another connection…</Button>}
      </section>
    )
  }
  const isStems = state.mode === 'stems'
  return (
    <section className={styles.panel} aria-label="New sound for the selection">
      <header className={styles.top}>
        <h2>New sound for the selection</h2>
        <span className={styles.note}>{model.id}</span>
      </header>
      {isStems ? (
        <p className={styles.prompt}>
          Separated stems follow the picture alone: no prompt, no seed, from the first frame.
        </p>
      ) : (
        <textarea
          className={styles.prompt}
          aria-label="What should be heard"
          placeholder="What should be heard? The picture alone is enough."
          value={state.prompt}
          maxLength={limits.maxPromptChars}
          onChange={(event) => video.change({ prompt: event.currentTarget.value })}
        />
      )}
      {!isStems && limits.maxNegativeChars > 0 && (
        <input
          className={styles.negative}
          aria-label="What should not be heard"
          placeholder="Not: music, voices…"
          value={state.negativePrompt}
          maxLength={limits.maxNegativeChars}
          onChange={(event) => video.change({ negativePrompt: event.currentTarget.value })}
        />
      )}
      <div role="radiogroup" aria-label="What is made" className={styles.ways}>
        {video.ways.map((way) => (
          <WayRow key={way.mode} way={way} video={video} />
        ))}
      </div>
      <div className={styles.controls}>
        <span className={styles.field}>
          <em>
            Variants {limits.minVariants}–{limits.maxVariants}
          </em>
          <Segmented
            label="Variants"
            value={state.variants}
            options={Array.from({ length: limits.maxVariants - limits.minVariants + 1 }, (_, index) => ({
              value: limits.minVariants + index,
              label: String(limits.minVariants + index),
            }))}
            onChange={(variants) => video.change({ variants })}
          />
        </span>
        {!isStems && (
          <span className={styles.field}>
            <em>Seed</em>
            <ParsedInput
              label="Seed"
              value={state.lockedSeed}
              parse={parseSeed}
              print={String}
              placeholder="service picks"
              onChange={(lockedSeed) => video.change({ lockedSeed })}
              onClear={() => video.change({ lockedSeed: null })}
            />
          </span>
        )}
        {state.mode === 'speech' && <SpeechField video={video} />}
      </div>
      <Pay video={video} />
    </section>
  )
}

function WayRow({ way, video }: { way: Way; video: Video }) {
  const { title, says } = WAYS[way.mode]
  const isChosen = video.state.mode === way.mode
  const found =
    way.mode === 'stems' && video.plan !== null ? `${counted(video.plan.sounds.length, 'sound')} found` : says
  return (
    // biome-ignore lint/a11y/useSemanticElements: a native radio cannot be a row with its price
    <button
      type="button"
      role="radio"
      aria-checked={isChosen}
      className={styles.way}
      onClick={() => video.change({ mode: way.mode })}
    >
      <i data-on={isChosen} />
      <b>{title}</b>
      <span title={way.problem ?? undefined}>{way.problem ?? found}</span>
      <em>{priceOf(way)}</em>
    </button>
  )
}

function priceOf({ quote, problem, mode, error }: Way): string {
  if (quote !== null) return `${quote.isUpperBound && quote.isMetered ? 'up to ' : ''}${priceText(quote)}`
  if (problem !== null || error !== null) return NONE
  return mode === 'stems' ? 'find sounds first' : 'quoting…'
}

function Pay({ video }: { video: Video }) {
  const { state, plan, isPlanning, refusal, planError, connection, ways } = video
  const way = ways.find(({ mode }) => mode === state.mode)
  const quote = way?.quote ?? null
  const isStems = state.mode === 'stems'
  const needsPlan = isStems && plan === null
  const missing =
    quote?.creditRecovery !== undefined && !isAffordable(quote.creditRecovery)
      ? missingText(quote.creditRecovery)
      : null
  const hasNothing = isStems && plan?.sounds.length === 0
  const error = (isStems ? planError : null) ?? refusal
  return (
    <footer className={styles.pay}>
      <div className={styles.note}>
        {hasNothing ? (
          <p role="status">
            Nothing was found in the picture that could be a sound of its own. One mix may still fit.
          </p>
        ) : error !== null ? (
          <Refused error={error} approve={video.approve} />
        ) : missing !== null ? (
          <p>
            <b>{missing.lead}</b> {missing.rest}
          </p>
        ) : (
          <p>
            {needsPlan
              ? 'The picture is looked at first: that costs nothing, and what is found can be seen before it is made.'
              : (balanceAfterText(connection?.account ?? null, quote) ?? '')}
          </p>
        )}
        <PoweredBy name={connection?.name ?? null} isBuiltIn={connection?.kind === 'built-in'} />
      </div>
      <span className={styles.price}>
        {quote === null ? '' : `${quote.isUpperBound && quote.isMetered ? 'up to ' : ''}${priceText(quote)}`}
      </span>
      <Button
        weight="primary"
        isLarge
        disabled={video.isSending || isPlanning || hasNothing || way?.problem != null || video.facts === null}
        onClick={(event) => {
          // The second click of a double click is not a second wish.
          if (event.detail <= 1) video.run()
        }}
      >
        {isPlanning ? 'Looking…' : needsPlan ? 'Find sounds' : 'Generate'} <Keys of="mod+enter" />
      </Button>
    </footer>
  )
}

function Refused({ error, approve }: { error: BridgeError; approve: () => void }) {
  const act = useAct()
  const url = error.creditRecovery?.recovery_url ?? null
  return (
    <div className={styles.refused} role="alert">
      <p>{errorSentence(error)}</p>
      {error.approval !== undefined && (
        <Button onClick={approve}>Spend {counted(error.approval.credits, 'credit')} all the same</Button>
      )}
      {url !== null && (
        <Button onClick={() => void act(bridge.app.openExternal({ url }))}>Open the account</Button>
      )}
      {error.requestId !== undefined && <CopyText text={error.requestId} what="request id" />}
    </div>
  )
}
