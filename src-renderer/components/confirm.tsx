// Asks before something that cannot be taken back inside of the app.
import type { ReactNode } from 'react'
import { texts } from '../wording/texts.ts'
import { Button } from './button.tsx'
import styles from './controls.module.css'
import { Dialog } from './dialog.tsx'

interface Props {
  readonly title: string
  readonly action: string
  readonly isDangerous?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The action is focused: Enter does it, Escape does not. */
export function Confirm({ title, action, isDangerous, onConfirm, onClose, children }: Props) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.dialogBody}>{children}</div>
      <div className={styles.dialogActions}>
        <Button onClick={onClose}>{texts.controls.cancel}</Button>
        <Button
          autoFocus
          isDangerous={isDangerous ?? false}
          onClick={() => {
            onConfirm()
            onClose()
          }}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
