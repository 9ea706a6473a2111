// The focus of a dialog whose lines go while they have it.
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

const FOCUSABLE = 'button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]'

interface Had {
  readonly element: HTMLElement
  /** The list that it is in; null for none. */
  readonly list: HTMLElement | null
  /** Among what can have the focus there. */
  readonly index: number
}

/** What had the focus and is gone, or can have it no more, leaves it to what stands in its place in its list, else to the dialog's last button. */
export function useFocusInPlace(withinRef: RefObject<HTMLElement | null>): void {
  const had = useRef<Had | null>(null)
  useEffect(() => {
    const remember = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement)) return
      const list = target.closest('ul')
      had.current = { element: target, list, index: list === null ? 0 : focusableIn(list).indexOf(target) }
    }
    const within = withinRef.current
    within?.addEventListener('focusin', remember)
    return () => within?.removeEventListener('focusin', remember)
  }, [withinRef])
  // After every commit: only there is it known what is gone.
  useLayoutEffect(() => {
    const within = withinRef.current
    if (within === null || had.current === null) return
    const { element, list, index } = had.current
    const isLost = !element.isConnected || element.matches(':disabled')
    // A disabled button has it until the next frame.
    const isNowhere = document.activeElement === document.body || document.activeElement === element
    if (!isLost || !isNowhere) return
    const inList = list !== null && within.contains(list) ? focusableIn(list) : []
    const next = inList[Math.min(Math.max(0, index), inList.length - 1)] ?? focusableIn(within).at(-1)
    next?.focus()
  })
}

function focusableIn(within: HTMLElement): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>(FOCUSABLE)]
}
