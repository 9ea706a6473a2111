// The row "Generate “…”": a row of the grid with the live quote and the one primary action. A refusal takes its place.

import { memo } from 'react'
import { type BridgeError, bridge } from '../../bridge.ts'
import { Button, IconButton, Keys } from '../../components/button.tsx'
import { cx } from '../../components/cx.ts'
import { CopyText } from '../../components/fields.tsx'
import { GridCell, GridRow } from '../../components/grid.tsx'
import { Icon } from '../../components/icon.tsx'
import { useAct } from '../../data/use-act.ts'
import { useWindow } from '../../window-state.ts'
import { errorSentence } from '../../wording/errors.ts'
import { channelCount, sampleRate } from '../../wording/numbers.ts'
import {
  balanceAfterText,
  fittingText,
  isAffordable,
  missingText,
  priceText,
  takesText,
} from '../../wording/quotes.ts'
import { texts } from '../../wording/texts.ts'
import { about } from '../../wording/times.ts'
import { Controls } from './controls.tsx'
import styles from './create.module.css'
import type { CreateForm } from './use-create.ts'

const words = texts.create.row

interface Props {
  readonly form: CreateForm
  readonly rowId: string
  readonly rowIndex: number
  readonly isCursor: boolean
  readonly selectedSeed: number | null
}

/** Two rows of the grid: the offer itself, which stays in view, and what belongs to it. */
export const GenerateRow = memo(function GenerateRow({
  form,
  rowId,
  rowIndex,
  isCursor,
  selectedSeed,
}: Props) {
  const recovery = form.refusal?.creditRecovery ?? form.quote?.creditRecovery
  const isShort = recovery !== undefined && !isAffordable(recovery)
  const Offer = isShort ? (
    <ShortOfCredits form={form} />
  ) : form.refusal !== null ? (
    <Refused error={form.refusal} form={form} />
  ) : null
  return (
    <>
      <GridRow
        id={rowId}
        rowIndex={rowIndex}
        data-cursor={isCursor}
        className={cx(styles.row, Offer !== null && styles.refused)}
      >
        <GridCell className={cx(styles.toggle, Offer !== null && styles.warn)}>
          <IconButton
            icon={form.isOpen ? 'down' : 'right'}
            label={form.isOpen ? words.hide : words.show}
            aria-expanded={form.isOpen}
            onClick={() => form.change({ isOpen: !form.isOpen })}
          />
        </GridCell>
        <GridCell aria-label={words.notMade} className={styles.wave} />
        {Offer ?? <Ready form={form} />}
      </GridRow>
      <GridRow rowIndex={rowIndex + 1} className={styles.body}>
        <GridCell>
          {form.isOpen && <Controls form={form} selectedSeed={selectedSeed} />}
          <Footing form={form} isShort={isShort} />
        </GridCell>
      </GridRow>
    </>
  )
})

function Ready({ form }: { form: CreateForm }) {
  const { choice, quote } = form
  if (choice === null) return <Unable form={form} />
  return (
    <>
      <GridCell className={styles.name}>{words.offer(choice.prompt)}</GridCell>
      <GridCell className={styles.quote} aria-live="polite">
        <span className={styles.spare}>{takesText(choice.variants, choice.durationMs)}</span>
        {quote?.estimatedMs != null && <span>{about(quote.estimatedMs)}</span>}
        {quote !== null ? (
          <b>{priceText(quote)}</b>
        ) : (
          <span title={form.noQuote?.message}>{form.noQuote === null ? words.quoting : words.noPrice}</span>
        )}
      </GridCell>
      <GridCell>
        <Button
          weight="primary"
          disabled={form.isSending}
          onClick={(event) => {
            // The second click of a double click is not a second wish.
            if (event.detail <= 1) form.generate()
          }}
        >
          {words.generate} <Keys of="mod+enter" />
        </Button>
      </GridCell>
    </>
  )
}

/** Nothing can be made: there is no connection, or it makes no sound from text. */
function Unable({ form }: { form: CreateForm }) {
  const { view } = useWindow()
  const { connection } = form
  if (connection !== null && !form.isRead) return <GridCell className={styles.name}>{words.asking}</GridCell>
  return (
    <>
      <GridCell className={styles.name}>
        {connection === null ? words.noConnection : words.noText(connection.name)}
      </GridCell>
      <GridCell />
      <GridCell>
        <Button onClick={() => view.set('settings')}>{words.chooseAnother}</Button>
      </GridCell>
    </>
  )
}

function ShortOfCredits({ form }: { form: CreateForm }) {
  const act = useAct()
  const recovery = form.refusal?.creditRecovery ?? form.quote?.creditRecovery
  if (recovery === undefined) return null
  const { lead, rest, action } = missingText(recovery)
  return (
    <>
      <GridCell className={styles.sentence}>
        <span role="alert">
          <b>{lead}</b> {rest}
        </span>
      </GridCell>
      <GridCell>
        {action !== null && (
          <Button weight="primary" onClick={() => void act(bridge.app.openExternal({ url: action.url }))}>
            {action.label}
          </Button>
        )}
      </GridCell>
    </>
  )
}

function Refused({ error, form }: { error: BridgeError; form: CreateForm }) {
  const isPrompt = error.code === 'capability_unsupported' && error.param === 'input.prompt'
  return (
    <>
      <GridCell className={styles.sentence}>
        <span role="alert">
          {isPrompt && <b>{words.notUnderstood} </b>}
          {errorSentence(error)} {error.creditRecovery === undefined && texts.errors.notCharged}
        </span>
      </GridCell>
      {error.approval === undefined ? (
        <GridCell className={styles.warn}>
          <Icon name="warn" />
        </GridCell>
      ) : (
        <GridCell>
          <Button weight="primary" disabled={form.isSending} onClick={form.approve}>
            {texts.quotes.allowOnce(error.approval.credits)}
          </Button>
        </GridCell>
      )}
    </>
  )
}

function Footing({ form, isShort }: { form: CreateForm; isShort: boolean }) {
  const { connection, model, choice, limits, quote, refusal } = form
  const recovery = refusal?.creditRecovery ?? quote?.creditRecovery
  const balance = balanceAfterText(connection?.account ?? null, quote)
  return (
    <p className={styles.credit}>
      {isShort && recovery !== undefined && choice !== null && limits !== null && model !== null ? (
        <span>
          {words.atPrice(takesText(choice.variants, choice.durationMs), model.credits_per_second)}{' '}
          {fittingText(recovery, model.credits_per_second, {
            ...choice,
            minMs: limits.minMs,
          })}
        </span>
      ) : (
        <>
          <PoweredBy name={connection?.name ?? null} isBuiltIn={connection?.kind === 'built-in'} />
          {model !== null && (
            <span className={styles.spare}>
              {words.limits(
                `${sampleRate(model.audio.sample_rate)} ${channelCount(model.audio.channels)}`,
                model.id,
                form.isStale,
              )}
            </span>
          )}
        </>
      )}
      <span className={styles.end}>
        {refusal !== null && <span>{refusal.code}</span>}
        {refusal?.requestId !== undefined && <CopyText text={refusal.requestId} what={words.requestId} />}
        {refusal === null && !isShort && balance}
      </span>
    </p>
  )
}

/** The visible credit: who makes the sounds. */
export function PoweredBy({ name, isBuiltIn }: { name: string | null; isBuiltIn: boolean }) {
  const { nobody, lead, leadBuiltIn, builtIn } = texts.create.poweredBy
  if (name === null) return <span>{nobody}</span>
  return isBuiltIn ? (
    <span>
      {leadBuiltIn} <b>{builtIn}</b>
    </span>
  ) : (
    <span>
      {lead} <b>{name}</b>
    </span>
  )
}
