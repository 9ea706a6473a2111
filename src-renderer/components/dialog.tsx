// A dialog over the window: holds the focus, closes on Escape and on a click beside it.
import { type ReactNode, useRef } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import styles from './controls.module.css'
import { cx } from './cx.ts'
import { useFocusInPlace } from './use-focus-in-place.ts'

interface Props {
  readonly title: string
  readonly isTitleHidden?: boolean
  readonly isWide?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Stands while it is rendered. */
export function Dialog({ title, isTitleHidden, isWide, onClose, children }: Props) {
  const dialogRef = useRef<HTMLElement>(null)
  useFocusInPlace(dialogRef)
  return (
    <ModalOverlay
      className={styles.overlay ?? ''}
      isOpen
      isDismissable
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Modal>
        <AriaDialog ref={dialogRef} className={cx(styles.dialog, isWide && styles.wide)} aria-label={title}>
          {isTitleHidden !== true && (
            <Heading slot="title" className={styles.dialogTitle ?? ''}>
              {title}
            </Heading>
          )}
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
