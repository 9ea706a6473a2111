// Several prompts at once: typed, pasted or read from a file, looked through with their prices, then sent one after the other.
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { type BridgeError, bridge, errorOf, unwrap } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import controls from '../../components/controls.module.css'
import { Dialog } from '../../components/dialog.tsx'
import { putGeneration } from '../../data/use-bridge-events.ts'
import { announce, useWindow } from '../../window-state.ts'
import { errorSentence } from '../../wording/errors.ts'
import { counted } from '../../wording/numbers.ts'
import { spokenLength } from '../../wording/times.ts'
import { BATCH_MOST, batchCredits, creditsOf, parseBatch } from './batch.ts'
import styles from './create.module.css'
import { requestBody, TEXT_TO_SFX } from './limits.ts'
import type { CreateForm } from './use-create.ts'

/** A list of prompts is a few kilobytes. */
const FILE_MOST_BYTES = 1_000_000

export function BatchDialog({ form, onClose }: { form: CreateForm; onClose: () => void }) {
  const state = useWindow()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [sent, setSent] = useState<number | null>(null)
  const [refusal, setRefusal] = useState<BridgeError | null>(null)
  const isStopped = useRef(false)
  const fileRef = useRef<HTMLInputElement>(null)
  const { limits, choice, model, connection } = form
  const rows = useMemo(
    () => (limits === null || choice === null ? [] : parseBatch(text, choice, limits)),
    [text, limits, choice],
  )
  if (limits === null || choice === null || model === null || connection === null) return null
  const good = rows.filter(({ problem }) => problem === null)
  const isMetered = connection.account?.billing_mode === 'metered'
  const credits = batchCredits(rows, model.credits_per_second)

  const read = async (file: File): Promise<void> => {
    if (file.size > FILE_MOST_BYTES) {
      announce(state, { tone: 'error', message: `${file.name} is larger than a list of prompts can be.` })
      return
    }
    setText(await file.text())
  }
  /** @param approvedCredits what the person agreed to for the row at `from` */
  const send = async (from: number, approvedCredits: number | null): Promise<void> => {
    setRefusal(null)
    for (let at = from; at < good.length; at++) {
      const next = good[at]
      if (next === undefined || isStopped.current) break
      setSent(at)
      try {
        const started = await unwrap(
          bridge.generations.start({
            connectionId: connection.id,
            family: TEXT_TO_SFX,
            body: requestBody(model, next.choice),
            generationId: crypto.randomUUID(),
            quotedCredits: isMetered ? creditsOf(next.choice, model.credits_per_second) : null,
            ...(at === from && approvedCredits !== null ? { approvedCredits } : {}),
          }),
        )
        putGeneration(client, started)
      } catch (thrown) {
        setRefusal(errorOf(thrown))
        return
      }
    }
    void client.invalidateQueries({ queryKey: ['generations'] })
    announce(state, { tone: 'info', message: `${counted(good.length, 'prompt')} on the way` })
    onClose()
  }
  const close = (): void => {
    // What was stored is on its way; the rest is not sent.
    isStopped.current = true
    onClose()
  }
  return (
    <Dialog title="Several prompts" isWide onClose={close}>
      <div className={styles.batch}>
        <p>
          One prompt a line; or a table with a column “prompt”, and if you like duration, takes, seed, loop
          and without. What a line leaves out is as in the controls: {counted(choice.variants, 'take')} of{' '}
          {spokenLength(choice.durationMs)}.
        </p>
        <textarea
          autoFocus
          className={controls.area}
          rows={6}
          aria-label="Prompts"
          placeholder={'heavy oak door slams in a stone hall\nrain on a tin roof'}
          value={text}
          disabled={sent !== null}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <input
          ref={fileRef}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          hidden
          aria-label="A file with prompts"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            if (file !== undefined) void read(file)
          }}
        />
        {rows.length > 0 && (
          <ol className={styles.batchRows} aria-label="What will be made">
            {rows.map(({ line, choice: each, problem }) => (
              <li key={line} data-problem={problem !== null}>
                <span>{line}</span>
                <span>{each.prompt}</span>
                <span>
                  {problem ?? `${counted(each.variants, 'take')} × ${spokenLength(each.durationMs)}`}
                </span>
              </li>
            ))}
          </ol>
        )}
        {rows.length === BATCH_MOST && (
          <p>The first {BATCH_MOST} lines are read; send the rest afterwards.</p>
        )}
        {refusal !== null && (
          <p role="alert" className={styles.batchRefusal}>
            Line {good[sent ?? 0]?.line}: {errorSentence(refusal)} {counted(sent ?? 0, 'prompt')} before it{' '}
            {sent === 1 ? 'is' : 'are'} on the way.
          </p>
        )}
      </div>
      <div className={controls.dialogActions}>
        <Button disabled={sent !== null} onClick={() => fileRef.current?.click()}>
          Open a CSV…
        </Button>
        <span className={styles.batchPrice}>
          {good.length < rows.length && `${counted(rows.length - good.length, 'line')} left out. `}
          {good.length > 0 &&
            (isMetered ? `${counted(credits, 'credit')} by the model’s price` : 'not metered')}
        </span>
        <Button onClick={close}>{sent === null ? 'Cancel' : 'Stop here'}</Button>
        {refusal?.approval !== undefined ? (
          <Button weight="primary" onClick={() => void send(sent ?? 0, refusal.approval?.credits ?? null)}>
            Allow once and go on
          </Button>
        ) : (
          <Button
            weight="primary"
            disabled={good.length === 0 || (sent !== null && refusal === null)}
            onClick={(event) => {
              if (event.detail <= 1) void send(refusal === null ? 0 : (sent ?? 0), null)
            }}
          >
            {refusal !== null
              ? 'Try this line again'
              : sent === null
                ? `Generate ${counted(good.length, 'prompt')}`
                : `Sending ${sent + 1} of ${good.length}`}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
