// What just happened, at the foot of the window: read out, and gone after a while; errors stay until they are closed.
import { useEffect } from 'react'
import { IconButton } from '../components/button.tsx'
import { useStore } from '../store.ts'
import { type NumberedNotice, useWindow } from '../window-state.ts'
import { texts } from '../wording/texts.ts'
import styles from './frame.module.css'

const SHOWN_MS = 5000

export function Notices() {
  const { notices, spoken } = useWindow()
  const news = useStore(spoken)
  const shown = useStore(notices)
  const close = (number: number): void => notices.set((all) => all.filter((each) => each.number !== number))
  return (
    <>
      <p className="spoken" role="status">
        {news}
      </p>
      <section className={styles.notices} role="status" aria-live="polite" aria-label={texts.frame.notices}>
        {shown.map((notice) => (
          <Shown key={notice.number} notice={notice} onClose={() => close(notice.number)} />
        ))}
      </section>
    </>
  )
}

function Shown({ notice, onClose }: { notice: NumberedNotice; onClose: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock starts once, when the notice appears
  useEffect(() => {
    if (notice.tone === 'error') return
    const timer = setTimeout(onClose, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [notice])
  return (
    <div className={styles.notice} data-tone={notice.tone}>
      <span>{notice.message}</span>
      <IconButton icon="x" label={texts.frame.closeNotice} isSmall onClick={onClose} />
    </div>
  )
}
