// Times as pictures count them: hours, minutes, seconds and frames. Non-drop: frames are numbered, not skipped.

const two = (value: number): string => String(value).padStart(2, '0')

/** Counts at the nearest whole rate, as timecode does. */
const countedRate = (framesPerSecond: number): number => Math.max(1, Math.round(framesPerSecond))

/** Whether timecode of this rate is also counted with dropped numbers: 29.97 and 59.94. */
export const isDropRate = (framesPerSecond: number | null): boolean =>
  framesPerSecond !== null &&
  [30, 60].some((whole) => Math.abs(framesPerSecond - (whole * 1000) / 1001) < 0.005)

/** The frame that is seen at a time. */
export const frameAt = (seconds: number, framesPerSecond: number): number =>
  Math.max(0, Math.floor(seconds * framesPerSecond + 1e-6))

/** "00:00:10:17"; without a rate in thousandths, "00:00:10.708". */
export function timecodeOf(seconds: number, framesPerSecond: number | null): string {
  const parts = (whole: number): string =>
    [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60].map(two).join(':')
  if (framesPerSecond === null) {
    const ms = Math.max(0, Math.floor(seconds * 1000 + 1e-6))
    return `${parts(Math.floor(ms / 1000))}.${String(ms % 1000).padStart(3, '0')}`
  }
  const rate = countedRate(framesPerSecond)
  const frame = frameAt(seconds, framesPerSecond)
  return `${parts(Math.floor(frame / rate))}:${two(frame % rate)}`
}

/** Seconds from what a person types: "10:17" is seconds and frames, "1:02:03" and "00:01:02:03" have more; "10.5" and "10" are seconds. Null for none of them. */
export function parseTimecode(text: string, framesPerSecond: number | null): number | null {
  const typed = text.trim()
  if (/^\d+([.,]\d+)?$/.test(typed)) return Number(typed.replace(',', '.'))
  if (!/^\d+(:\d{1,2}){1,3}([.,]\d+)?$/.test(typed)) return null
  if (framesPerSecond === null || /[.,]/.test(typed)) {
    const parts = typed.replace(',', '.').split(':').map(Number)
    return parts.reduce((sum, part) => sum * 60 + part, 0)
  }
  const parts = typed.split(':').map(Number)
  const frames = parts.pop() ?? 0
  const seconds = parts.reduce((sum, part) => sum * 60 + part, 0)
  const rate = countedRate(framesPerSecond)
  return frames < rate ? (seconds * rate + frames) / framesPerSecond : null
}

/** The time moved to where its frame begins. */
export const toFrame = (seconds: number, framesPerSecond: number | null): number =>
  framesPerSecond === null ? seconds : Math.round(seconds * framesPerSecond) / framesPerSecond

/** So many frames on, or back. */
export const stepped = (seconds: number, by: number, framesPerSecond: number | null): number =>
  Math.max(
    0,
    framesPerSecond === null ? seconds + by / 25 : (frameAt(seconds, framesPerSecond) + by) / framesPerSecond,
  )
