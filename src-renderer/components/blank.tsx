// What stands in a view that has nothing to show yet: what to do first, or why there is nothing.
import type { ComponentProps } from 'react'
import styles from './blank.module.css'

export const Blank = (props: Omit<ComponentProps<'div'>, 'className'>) => (
  <div {...props} className={styles.blank} />
)
