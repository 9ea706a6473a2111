// True once something has lasted a while: skeletons appear only when there is really something to wait for.
import { useEffect, useState } from 'react'

/** @returns true when `isOn` has been true for `ms` */
export function useDelayed(isOn: boolean, ms: number): boolean {
  const [hasLasted, setHasLasted] = useState(false)
  useEffect(() => {
    if (!isOn) {
      setHasLasted(false)
      return
    }
    const timer = setTimeout(() => setHasLasted(true), ms)
    return () => clearTimeout(timer)
  }, [isOn, ms])
  return isOn && hasLasted
}

/** The value as it was when it last stood still for `ms`. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
