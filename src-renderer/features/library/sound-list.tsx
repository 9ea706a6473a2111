// A short list of sounds in a dialog: a line each with what can be done with it, page by page.
import type { SoundRow } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { rowDate, rowLength } from '../../wording/times.ts'
import styles from './trash-dialog.module.css'

interface LineProps {
  readonly sound: SoundRow
  readonly nowMs: number
  /** In a word or two; with the sound's name for who hears it alone. */
  readonly action: string
  readonly label: string
  readonly onAct: () => void
}

export function SoundLine({ sound, nowMs, action, label, onAct }: LineProps) {
  return (
    <li>
      <span title={sound.name}>{sound.name}</span>
      <span>{rowLength(sound.durationMs)}</span>
      <span>{rowDate(sound.createdAtMs, nowMs)}</span>
      <Button weight="link" aria-label={label} onClick={onAct}>
        {action}
      </Button>
    </li>
  )
}

interface PagesProps {
  readonly page: number
  readonly pages: number
  readonly before: string
  readonly after: string
  readonly onPage: (page: number) => void
}

/** Nothing where one page holds them all. */
export function Pages({ page, pages, before, after, onPage }: PagesProps) {
  if (pages <= 1) return null
  return (
    <span className={styles.pages}>
      <Button disabled={page === 0} onClick={() => onPage(page - 1)}>
        {before}
      </Button>
      <Button disabled={page >= pages - 1} onClick={() => onPage(page + 1)}>
        {after}
      </Button>
    </span>
  )
}
