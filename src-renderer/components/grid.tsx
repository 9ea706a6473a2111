// Rows and cells of an ARIA grid. The grid itself holds the focus and names its active row, so neither is focusable.
import type { ComponentProps } from 'react'

interface RowProps extends ComponentProps<'div'> {
  /** Counted from 1, the head included; absent on lines between rows. */
  readonly rowIndex?: number
  /** Absent where a row cannot be selected. */
  readonly isSelected?: boolean
}

export function GridRow({ rowIndex, isSelected, ...rest }: RowProps) {
  // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus and names the active row
  // biome-ignore lint/a11y/useSemanticElements: a grid that is virtual and walked by the keyboard is no table
  return <div role="row" aria-rowindex={rowIndex} aria-selected={isSelected} {...rest} />
}

interface HeadProps extends ComponentProps<'span'> {
  /** 'none' where the column can be sorted and isn't; absent where it cannot. */
  readonly sorted?: 'ascending' | 'descending' | 'none'
}

export function GridColumnHead({ sorted, ...rest }: HeadProps) {
  // biome-ignore lint/a11y/useFocusableInteractive: the button inside of it is
  // biome-ignore lint/a11y/useSemanticElements: a grid that is virtual and walked by the keyboard is no table
  return <span role="columnheader" aria-sort={sorted} {...rest} />
}

export function GridCell(props: ComponentProps<'span'>) {
  // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus and names the active row
  // biome-ignore lint/a11y/useSemanticElements: a grid that is virtual and walked by the keyboard is no table
  return <span role="gridcell" {...props} />
}
