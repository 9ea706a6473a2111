// The library before its first sound: what to do first, with descriptions to try at the price of now.
import { useQuery } from '@tanstack/react-query'
import type { ConnectionView } from '../../bridge.ts'
import { Keys } from '../../components/button.tsx'
import controls from '../../components/controls.module.css'
import { quote } from '../../data/queries.ts'
import { useWindow } from '../../window-state.ts'
import { balanceText, priceText } from '../../wording/quotes.ts'
import { texts } from '../../wording/texts.ts'
import { spokenLength } from '../../wording/times.ts'
import { PoweredBy } from '../create/generate-row.tsx'
import { chooseWithin, createLimits, requestBody, TEXT_TO_SFX } from '../create/limits.ts'
import type { CreateForm } from '../create/use-create.ts'
import styles from './library.module.css'

const words = texts.library.blank

interface Example {
  readonly prompt: string
  readonly durationMs: number
  readonly variants: number
  readonly isLoop: boolean
}

const EXAMPLES: readonly Example[] = [
  { prompt: words.examples.door, durationMs: 2000, variants: 4, isLoop: false },
  { prompt: words.examples.rain, durationMs: 20_000, variants: 1, isLoop: true },
  { prompt: words.examples.boots, durationMs: 6000, variants: 2, isLoop: false },
  { prompt: words.examples.thunder, durationMs: 8000, variants: 2, isLoop: false },
]

interface Props {
  readonly connection: ConnectionView | null
  readonly form: CreateForm
  readonly onChosen: () => void
}

export function Blank({ connection, form, onChosen }: Props) {
  const { searchText } = useWindow()
  const isMetered = connection?.account?.billing_mode === 'metered'
  const balance = isMetered ? balanceText(connection.account) : null
  return (
    <section className={styles.blank}>
      <h1>{words.title}</h1>
      <p>
        {words.text.before} <Keys of="mod+enter" />
        {words.text.after}
      </p>
      <h2 className={controls.label}>{isMetered ? words.tryOneAtPrice : words.tryOne}</h2>
      <ul className={styles.tries}>
        {EXAMPLES.map((example) => (
          <li key={example.prompt}>
            <Try
              example={example}
              form={form}
              onChoose={(durationMs) => {
                searchText.set(example.prompt)
                form.change({ durationMs, variants: example.variants, isLoop: example.isLoop, isOpen: true })
                onChosen()
              }}
            />
          </li>
        ))}
      </ul>
      <p className={styles.blankCredit}>
        <PoweredBy name={connection?.name ?? null} isBuiltIn={connection?.kind === 'built-in'} />
        {balance !== null && <span>{words.freeToSpend(balance)}</span>}
      </p>
    </section>
  )
}

interface TryProps {
  readonly example: Example
  readonly form: CreateForm
  readonly onChoose: (durationMs: number) => void
}

function Try({ example, form, onChoose }: TryProps) {
  const { connection, model } = form
  const limits = model === null ? null : createLimits(model, example.isLoop)
  const settings = {
    ...example,
    lockedSeed: null,
    isOpen: true,
    format: form.choice?.format ?? 'wav',
    modelByConnection: {},
  }
  const choice = limits === null ? null : chooseWithin(limits, settings, example.prompt, '')
  const request =
    connection === null || model === null || choice === null
      ? null
      : ({ connectionId: connection.id, family: TEXT_TO_SFX, body: requestBody(model, choice) } as const)
  const asked = useQuery({
    // While there is no model to ask, the query is off and the empty request is never sent.
    ...quote(request ?? { connectionId: '', family: TEXT_TO_SFX, body: {} }),
    enabled: request !== null,
    retry: false,
  })
  const durationMs = choice?.durationMs ?? example.durationMs
  return (
    <button type="button" className={styles.try} onClick={() => onChoose(durationMs)}>
      <i aria-hidden="true" />
      <span>{example.prompt}</span>
      <span>
        {words.takes(spokenLength(durationMs), choice?.variants ?? example.variants, choice?.isLoop === true)}
      </span>
      <b>{asked.data?.isMetered === true && priceText(asked.data)}</b>
    </button>
  )
}
