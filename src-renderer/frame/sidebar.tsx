// The sidebar: the views in words, and what is kept where.
import { useQuery } from '@tanstack/react-query'
import { Keys } from '../components/button.tsx'
import { currentGenerations } from '../data/queries.ts'
import { useAppState } from '../data/use-settings.ts'
import { CollectionsNav } from '../features/collections/collections-nav.tsx'
import { useStore } from '../store.ts'
import { useWindow } from '../window-state.ts'
import { isInFlight, standingOf } from '../wording/generations.ts'
import { diskSize, grouped } from '../wording/numbers.ts'
import { texts } from '../wording/texts.ts'
import styles from './frame.module.css'
import { VIEWS } from './views.ts'

export function Sidebar() {
  const { view } = useWindow()
  const current = useStore(view)
  const app = useAppState()
  const { data: jobs = [] } = useQuery(currentGenerations)
  const running = jobs.filter(isInFlight).length
  const undecided = jobs.filter((job) => standingOf(job) === 'unknown').length
  const connection = app.connections.find((each) => each.id === app.activeConnectionId)
  return (
    <nav className={styles.sidebar} aria-label={texts.frame.sidebar}>
      <div className={styles.wordmark}>Foleyroom</div>
      <ul className={styles.nav}>
        {VIEWS.map(({ name, title }, index) => (
          <li key={name}>
            <button
              type="button"
              aria-current={name === current ? 'page' : undefined}
              onClick={() => view.set(name)}
            >
              <span>{title}</span>
              {name === 'activity' && running > 0 && (
                <span className={styles.live} title={texts.frame.inFlight(running)}>
                  {running}
                </span>
              )}
              {name === 'activity' && undecided > 0 && <span className={styles.need}>{undecided}</span>}
              <Keys of={`mod+${index + 1}`} />
            </button>
          </li>
        ))}
      </ul>
      <CollectionsNav />
      <dl className={styles.ledger}>
        <div>
          <dt>{texts.frame.sounds}</dt>
          <dd>{grouped(app.soundCount)}</dd>
        </div>
        {app.midiCount > 0 && (
          <div>
            <dt>{texts.frame.midiFiles}</dt>
            <dd>{grouped(app.midiCount)}</dd>
          </div>
        )}
        <div>
          <dt>{texts.frame.onDisk}</dt>
          <dd>{diskSize(app.bytesOnDisk)}</dd>
        </div>
      </dl>
      {connection?.status.kind === 'failing' && (
        <p className={styles.offline} role="status">
          {texts.frame.cannotBeReached(connection.name)}
        </p>
      )}
    </nav>
  )
}
