// The time for dates in rows: read again once a minute, so that "14:02" turns into "Fri" at midnight.
import { useEffect, useState } from 'react'

/** Milliseconds, at most a minute old. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
