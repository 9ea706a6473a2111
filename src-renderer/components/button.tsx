// Buttons in the window's three weights, and the shortcut that stands beside an action.
import type { ComponentProps } from 'react'
import { type Shortcut, written } from '../commands/keys.ts'
import { useWindow } from '../window-state.ts'
import styles from './controls.module.css'
import { cx } from './cx.ts'
import { Icon, type IconName } from './icon.tsx'

interface ButtonProps extends ComponentProps<'button'> {
  readonly weight?: 'plain' | 'primary' | 'link'
  readonly isLarge?: boolean
  readonly isDangerous?: boolean
}

/** A button with words. One `primary` a screen. */
export function Button({ weight = 'plain', isLarge, isDangerous, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={cx(styles[weight], isLarge && styles.large, isDangerous && styles.danger, className)}
    />
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly icon: IconName
  /** Its name: there are no words in it. */
  readonly label: string
  readonly isSmall?: boolean
  readonly isFilled?: boolean
  readonly iconSize?: 12 | 16 | 20
}

/** A button with a mark. The name is a tooltip, too. */
export function IconButton({
  icon,
  label,
  isSmall,
  isFilled,
  iconSize,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      className={cx(styles.ghost, isSmall && styles.small, className)}
    >
      <Icon name={icon} size={iconSize ?? (isSmall ? 12 : 16)} isFilled={isFilled ?? false} />
    </button>
  )
}

/** A shortcut as this system writes it. */
export function Keys({ of }: { of: Shortcut }) {
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing focuses a kbd; it would only lengthen the names of buttons
  return <kbd aria-hidden="true">{written(of, useWindow().platform)}</kbd>
}
