// What is to be heard: one of three ways, each with its own price, and the one button.
import { type BridgeError, bridge, type Quote } from '../../bridge.ts'
import { Button, Keys } from '../../components/button.tsx'
import controls from '../../components/controls.module.css'
import { CopyText, Segmented } from '../../components/fields.tsx'
import { ParsedInput } from '../../components/parsed-input.tsx'
import { useAct } from '../../data/use-act.ts'
import { useWindow } from '../../window-state.ts'
import { errorSentence } from '../../wording/errors.ts'
import { NONE } from '../../wording/numbers.ts'
import { balanceAfterText, isAffordable, missingText, priceText } from '../../wording/quotes.ts'
import { texts } from '../../wording/texts.ts'
import { AskingProgress } from '../asking/asking-progress.tsx'
import { PoweredBy } from '../create/generate-row.tsx'
import { parseSeed } from '../create/limits.ts'
import { SpeechField } from './speech-field.tsx'
import type { Video, Way } from './use-video.ts'
import styles from './video.module.css'

const words = texts.video.wish

export function SoundPanel({ video }: { video: Video }) {
  const { view } = useWindow()
  const { model, limits, state, connection } = video
  if (model === null || limits === null) {
    return (
      <section className={styles.panel} aria-label={words.label}>
        <p className={styles.note}>
          {!video.isRead
            ? words.asking
            : connection === null
              ? words.noConnection
              : words.notMade(connection.name)}
        </p>
        {video.isRead && <Button onClick={() => view.set('settings')}>{words.otherConnection}</Button>}
      </section>
    )
  }
  const isStems = state.mode === 'stems'
  return (
    <section className={styles.panel} aria-label={words.title}>
      <header className={styles.top}>
        <h2>{words.title}</h2>
        {!isStems && limits.experimental.has('input.prompt') && <MayBeIgnored />}
        <span className={styles.note}>{model.id}</span>
      </header>
      {isStems ? (
        <p className={styles.prompt}>{words.stemsFollow}</p>
      ) : (
        <textarea
          className={styles.prompt}
          aria-label={words.prompt}
          placeholder={words.promptPlaceholder}
          value={state.prompt}
          maxLength={limits.maxPromptChars}
          onChange={(event) => video.change({ prompt: event.currentTarget.value })}
        />
      )}
      {!isStems && limits.maxNegativeChars > 0 && (
        <input
          className={styles.negative}
          aria-label={words.negative}
          placeholder={words.negativePlaceholder}
          value={state.negativePrompt}
          maxLength={limits.maxNegativeChars}
          onChange={(event) => video.change({ negativePrompt: event.currentTarget.value })}
        />
      )}
      <div role="radiogroup" aria-label={words.made} className={styles.ways}>
        {video.ways.map((way) => (
          <WayRow key={way.mode} way={way} video={video} />
        ))}
      </div>
      <div className={styles.controls}>
        <span className={styles.field}>
          <em>{words.variantsRange(limits.minVariants, limits.maxVariants)}</em>
          <Segmented
            label={words.variants}
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
            <em>
              {words.seed}
              {limits.experimental.has('seed') && <MayBeIgnored />}
            </em>
            <ParsedInput
              label={words.seed}
              value={state.lockedSeed}
              parse={parseSeed}
              print={String}
              placeholder={words.seedPlaceholder}
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

/** The model says that it may not follow this. */
const MayBeIgnored = () => <span className={controls.badge}>{words.mayBeIgnored}</span>

function WayRow({ way, video }: { way: Way; video: Video }) {
  const { title, says } = words.ways[way.mode]
  const isChosen = video.state.mode === way.mode
  const found =
    way.mode === 'stems' && video.plan !== null ? texts.video.tracks.found(video.plan.sounds.length) : says
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
  if (quote !== null) return boundedPrice(quote)
  if (problem !== null || error !== null) return NONE
  return mode === 'stems' ? words.findFirst : words.quoting
}

function boundedPrice(quote: Quote): string {
  const price = priceText(quote)
  return quote.isUpperBound && quote.isMetered ? words.upTo(price) : price
}

function Pay({ video }: { video: Video }) {
  const { state, plan, planning, refusal, planError, connection, ways } = video
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
        {isStems && planning !== null ? (
          <AskingProgress upload={planning.upload} words={texts.video.finding} cancel={video.stopFinding} />
        ) : video.isUnseen && video.facts === null ? (
          <p role="status">{texts.video.unseen.lengthMissing}</p>
        ) : hasNothing ? (
          <p role="status">{words.nothingFound}</p>
        ) : error !== null ? (
          <Refused error={error} approve={video.approve} />
        ) : missing !== null ? (
          <p>
            <b>{missing.lead}</b> {missing.rest}
          </p>
        ) : (
          <p>
            {needsPlan ? words.lookedAtFirst : (balanceAfterText(connection?.account ?? null, quote) ?? '')}
          </p>
        )}
        <PoweredBy name={connection?.name ?? null} isBuiltIn={connection?.kind === 'built-in'} />
      </div>
      <span className={styles.price}>{quote === null ? '' : boundedPrice(quote)}</span>
      <Button
        weight="primary"
        isLarge
        disabled={
          video.isSending || planning !== null || hasNothing || way?.problem != null || video.facts === null
        }
        onClick={(event) => {
          // The second click of a double click is not a second wish.
          if (event.detail <= 1) video.run()
        }}
      >
        {planning !== null ? words.looking : needsPlan ? words.find : words.generate} <Keys of="mod+enter" />
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
        <Button onClick={approve}>{words.spend(error.approval.credits)}</Button>
      )}
      {url !== null && (
        <Button onClick={() => void act(bridge.app.openExternal({ url }))}>{words.openAccount}</Button>
      )}
      {error.requestId !== undefined && <CopyText text={error.requestId} what={words.requestId} />}
    </div>
  )
}
