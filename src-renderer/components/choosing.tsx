// What is chosen of a list that opens in a dialog: the button that names it, and the dialog's inside.
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './choosing.module.css'

/** Names what is chosen, cut where it is long; `title` tells all of it. */
export const ChosenButton = ({
  name,
  title,
  onClick,
}: {
  name: string
  title: string | undefined
  onClick: () => void
}) => (
  <Button title={title} onClick={onClick}>
    <span className={styles.name}>{name}</span>
  </Button>
)

/** A sentence, a list and its buttons. */
export const Choosing = ({ children }: { children: ReactNode }) => (
  <div className={styles.choosing}>{children}</div>
)
