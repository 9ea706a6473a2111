// The fields of a connection with what the service answered, for Settings and for the first run.
import type { ConnectionView } from '../../bridge.ts'
import controls from '../../components/controls.module.css'
import { cx } from '../../components/cx.ts'
import { Icon } from '../../components/icon.tsx'
import { asSentence } from '../../wording/errors.ts'
import { balanceText } from '../../wording/quotes.ts'
import { texts } from '../../wording/texts.ts'
import styles from './settings.module.css'
import type { ConnectionForm } from './use-connection-form.ts'

const words = texts.settings.fields

interface Props {
  readonly form: ConnectionForm
  readonly existing: ConnectionView | null
  /** Name and header prefix can wait until Settings. */
  readonly isShort?: boolean
}

export function ConnectionFields({ form, existing, isShort }: Props) {
  const { draft, change } = form
  const input = cx(controls.input, controls.large)
  return (
    <div className={styles.form}>
      {isShort !== true && (
        <label>
          {words.name}
          <input
            className={input}
            value={draft.name}
            placeholder={words.namePlaceholder}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
        </label>
      )}
      <label>
        {words.address}
        <input
          className={input}
          type="url"
          // biome-ignore lint/a11y/noAutofocus: a dialog begins at its first need; the first run, with two ways, at none
          autoFocus={isShort !== true && existing === null}
          value={draft.baseUrl}
          placeholder={words.addressPlaceholder}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => change({ baseUrl: event.currentTarget.value })}
        />
      </label>
      <label>
        {words.key}
        <input
          className={input}
          type="password"
          value={draft.apiKey ?? ''}
          placeholder={existing?.hasKey === true ? words.keyKept : ''}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) =>
            change({ apiKey: event.currentTarget.value === '' ? null : event.currentTarget.value })
          }
        />
      </label>
      {isShort !== true && (
        <label>
          {words.headers}
          <input
            className={input}
            value={draft.headerPrefix}
            title={words.headersTitle}
            spellCheck={false}
            onChange={(event) => change({ headerPrefix: event.currentTarget.value })}
          />
        </label>
      )}
      <Checks form={form} />
    </div>
  )
}

/** What the service answered, line by line. */
function Checks({ form }: { form: ConnectionForm }) {
  const { test, error, isTesting } = form
  const balance = test === null ? null : balanceText(test.account)
  const model = test?.models[0]
  return (
    <ul className={styles.checks} aria-live="polite">
      {error !== null && (
        <li data-tone="danger">
          <Icon name="warn" size={12} />
          {asSentence(error.message)}
        </li>
      )}
      {test !== null && (
        <>
          <Check>{words.answeredIn(Math.round(test.latencyMs))}</Check>
          <Check>{words.keyAccepted(balance)}</Check>
          {model !== undefined && (
            <Check>
              {words.model(
                model.id,
                test.account.billing_mode === 'metered' ? model.credits_per_second : null,
                test.models.length - 1,
              )}
            </Check>
          )}
        </>
      )}
      {isTesting && test === null && error === null && <li>{words.asking}</li>}
    </ul>
  )
}

function Check({ children }: { children: React.ReactNode }) {
  return (
    <li>
      <Icon name="check" size={12} />
      <span>{children}</span>
    </li>
  )
}
