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
import { takesText } from '../../wording/quotes.ts'
import { texts } from '../../wording/texts.ts'
import { spokenLength } from '../../wording/times.ts'
import { BATCH_MOST, batchCredits, creditsOf, parseBatch } from './batch.ts'
import styles from './create.module.css'
import { requestBody, TEXT_TO_SFX } from './limits.ts'
import type { CreateForm } from './use-create.ts'

const words = texts.create.batch
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
      announce(state, { tone: 'error', message: words.tooLarge(file.name) })
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
    announce(state, { tone: 'info', message: words.onTheWay(good.length) })
    onClose()
  }
  const close = (): void => {
    // What was stored is on its way; the rest is not sent.
    isStopped.current = true
    onClose()
  }
  return (
    <Dialog title={words.title} isWide onClose={close}>
      <div className={styles.batch}>
        <p>{words.about(choice.variants, spokenLength(choice.durationMs))}</p>
        <textarea
          autoFocus
          className={controls.area}
          rows={6}
          aria-label={words.prompts}
          placeholder={words.placeholder}
          value={text}
          disabled={sent !== null}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <input
          ref={fileRef}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          hidden
          aria-label={words.file}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            if (file !== undefined) void read(file)
          }}
        />
        {rows.length > 0 && (
          <ol className={styles.batchRows} aria-label={words.rows}>
            {rows.map(({ line, choice: each, problem }) => (
              <li key={line} data-problem={problem !== null}>
                <span>{line}</span>
                <span>{each.prompt}</span>
                <span>{problem ?? takesText(each.variants, each.durationMs)}</span>
              </li>
            ))}
          </ol>
        )}
        {rows.length === BATCH_MOST && <p>{words.most(BATCH_MOST)}</p>}
        {refusal !== null && (
          <p role="alert" className={styles.batchRefusal}>
            {words.refused(good[sent ?? 0]?.line, errorSentence(refusal), sent ?? 0)}
          </p>
        )}
      </div>
      <div className={controls.dialogActions}>
        <Button disabled={sent !== null} onClick={() => fileRef.current?.click()}>
          {words.open}
        </Button>
        <span className={styles.batchPrice}>
          {good.length < rows.length && `${words.leftOut(rows.length - good.length)} `}
          {good.length > 0 && (isMetered ? words.price(credits) : texts.quotes.notMetered)}
        </span>
        <Button onClick={close}>{sent === null ? texts.controls.cancel : words.stop}</Button>
        {refusal?.approval !== undefined ? (
          <Button weight="primary" onClick={() => void send(sent ?? 0, refusal.approval?.credits ?? null)}>
            {words.allow}
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
              ? words.again
              : sent === null
                ? words.generate(good.length)
                : words.sending(sent + 1, good.length)}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
