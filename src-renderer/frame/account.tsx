// Who makes the sounds and what is left to spend: at the library's corner, and as a pill in the other views' title bars.

import type { ConnectionView } from '../bridge.ts'
import { Keys } from '../components/button.tsx'
import { cx } from '../components/cx.ts'
import { useAppState } from '../data/use-settings.ts'
import { shownSection } from '../features/settings/section.ts'
import { useWindow } from '../window-state.ts'
import { balanceText, capacityText } from '../wording/quotes.ts'
import { texts } from '../wording/texts.ts'
import styles from './frame.module.css'

function useActiveConnection(): ConnectionView | null {
  const app = useAppState()
  return app.connections.find((each) => each.id === app.activeConnectionId) ?? null
}

function Status({ connection }: { connection: ConnectionView }) {
  const { kind } = connection.status
  const word = texts.frame.status[kind]
  return <span className={styles.dot} data-status={kind} role="img" aria-label={word} title={word} />
}

/** The corner above the inspector. */
export function AccountCorner() {
  const connection = useActiveConnection()
  if (connection === null)
    return (
      <aside className={styles.corner} aria-label={texts.frame.account}>
        {texts.frame.noConnection}
      </aside>
    )
  const isMetered = connection.account?.billing_mode === 'metered'
  const balance = balanceText(connection.account)
  const isLow = isMetered && (connection.account?.spend_capacity ?? 1) <= 0
  return (
    <aside className={styles.corner} aria-label={texts.frame.account}>
      <Status connection={connection} />
      <span className={styles.who}>
        {connection.kind === 'built-in' ? texts.frame.builtInEngine : connection.name}
      </span>
      {balance !== null &&
        (isMetered ? (
          <b
            className={cx(styles.balance, isLow && styles.low)}
            title={capacityText(connection.account) ?? undefined}
          >
            {balance}
          </b>
        ) : (
          <span className={styles.unmetered}>{balance}</span>
        ))}
    </aside>
  )
}

/** The right end of a title bar. */
export function TitleBarEnd() {
  const { overlay, view } = useWindow()
  const connection = useActiveConnection()
  const isMetered = connection?.account?.billing_mode === 'metered'
  return (
    <div className={styles.right}>
      <button type="button" className={styles.pill} onClick={() => overlay.set('palette')}>
        {texts.frame.commands} <Keys of="mod+k" />
      </button>
      {connection !== null && (
        <button
          type="button"
          className={styles.pill}
          onClick={() => {
            shownSection.set('connections')
            view.set('settings')
          }}
          aria-label={texts.frame.account}
          title={capacityText(connection.account) ?? undefined}
        >
          <Status connection={connection} />
          {isMetered ? (
            <b>{balanceText(connection.account)}</b>
          ) : connection.kind === 'built-in' ? (
            texts.frame.builtInEngine
          ) : (
            connection.name
          )}
        </button>
      )}
    </div>
  )
}
