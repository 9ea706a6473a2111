// Activity: what needs a decision, what runs, waits and why, what failed, what is done today.
import { useQuery } from '@tanstack/react-query'
import { errorOf } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { currentGenerations, recentGenerations } from '../../data/queries.ts'
import { useNow } from '../../data/use-now.ts'
import { TitleBarEnd } from '../../frame/account.tsx'
import frame from '../../frame/frame.module.css'
import { useWindow } from '../../window-state.ts'
import { errorSentence } from '../../wording/errors.ts'
import { texts } from '../../wording/texts.ts'
import styles from './activity.module.css'
import { ActivityRow } from './activity-row.tsx'
import { activityGroups, chargedToday, summary } from './groups.ts'
import { MoneyPanel } from './money-panel.tsx'

/** A day holds more only rarely; the library holds them all. */
const RECENT = 100

export function ActivityView() {
  const nowMs = useNow()
  const current = useQuery(currentGenerations)
  const recent = useQuery(recentGenerations(RECENT))
  const isRead = current.data !== undefined && recent.data !== undefined
  const groups = activityGroups(current.data ?? [], recent.data ?? [], nowMs)
  const charged = chargedToday(groups)
  const error = current.error ?? recent.error
  return (
    <main className={frame.view} aria-label={texts.activity.title}>
      <header className={frame.top}>
        <h1>{texts.activity.title}</h1>
        <span className={frame.meta} role="status">
          {isRead && summary(groups)}
          {charged > 0 && `, ${texts.activity.chargedSoFar(charged)}`}
        </span>
        <TitleBarEnd />
      </header>
      <div className={styles.columns}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard */}
        <div className={styles.body} tabIndex={0}>
          {error !== null && !isRead && (
            <div className={styles.empty} role="alert">
              <h2>{texts.activity.unreadable}</h2>
              <p>{errorSentence(errorOf(error))}</p>
              <Button onClick={() => void Promise.all([current.refetch(), recent.refetch()])}>
                {texts.activity.readAgain}
              </Button>
            </div>
          )}
          {isRead && groups.length === 0 && <Empty />}
          {groups.map((group) => (
            <section key={group.standing} aria-label={group.title}>
              <div className={styles.groupHead}>
                <h2
                  data-tone={
                    group.standing === 'failed' ? 'danger' : group.standing === 'unknown' ? 'warn' : undefined
                  }
                >
                  {group.title}
                </h2>
                {group.jobs.length}
              </div>
              {group.jobs.map((job) => (
                <ActivityRow key={job.id} job={job} />
              ))}
            </section>
          ))}
        </div>
        <MoneyPanel />
      </div>
    </main>
  )
}

function Empty() {
  const { view } = useWindow()
  const { nothingTitle, nothingText } = texts.activity
  return (
    <div className={styles.empty}>
      <h2>{nothingTitle}</h2>
      <p>
        {nothingText.before}{' '}
        <Button weight="link" onClick={() => view.set('library')}>
          {nothingText.library}
        </Button>{' '}
        {nothingText.after}
      </p>
    </div>
  )
}
