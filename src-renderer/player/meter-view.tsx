// The loudness meter: momentary over integrated, and both as numbers. The tick is the −23 LUFS of programmes.
import { useEffect, useState } from 'react'
import { useWindow } from '../window-state.ts'
import { loudness, NONE } from '../wording/numbers.ts'
import { texts } from '../wording/texts.ts'
import { REFERENCE_LUFS } from './loudness-match.ts'
import type { Levels } from './meter.ts'
import styles from './player.module.css'

const words = texts.player.meter
/** The scale of the bars. */
const FLOOR_LUFS = -60
const percentOf = (lufs: number): number =>
  Math.min(100, Math.max(0, ((lufs - FLOOR_LUFS) / -FLOOR_LUFS) * 100))

/** Fifteen readings a second are as many as a number can be read. */
const READ_EVERY_MS = 66

/** @param isPlaying something sounds: the loaded file, or what a view plays by itself */
export function MeterView({ isPlaying }: { isPlaying: boolean }) {
  const { player } = useWindow()
  const [levels, setLevels] = useState<Levels | null>(null)
  useEffect(() => {
    if (!isPlaying) return
    const timer = setInterval(() => setLevels(player.levels()), READ_EVERY_MS)
    return () => clearInterval(timer)
  }, [player, isPlaying])
  const momentary = isPlaying ? (levels?.momentaryLufs ?? null) : null
  const integrated = levels?.integratedLufs ?? null
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a native meter cannot show two bars and a tick */}
      <div
        className={styles.meter}
        role="meter"
        aria-label={words.label}
        aria-valuemin={FLOOR_LUFS}
        aria-valuemax={0}
        aria-valuenow={Math.max(FLOOR_LUFS, Math.round((momentary ?? FLOOR_LUFS) * 10) / 10)}
        aria-valuetext={momentary === null ? words.silent : words.reading(loudness(momentary))}
      >
        <Bar lufs={momentary} />
        <Bar lufs={integrated} />
      </div>
      <div className={styles.lufs} aria-hidden="true">
        <span>{words.momentary}</span>
        <Reading lufs={momentary === null || momentary < FLOOR_LUFS ? null : momentary} />
        <span>{words.integrated}</span>
        <Reading lufs={integrated} />
      </div>
      <span className={styles.unit} aria-hidden="true">
        {words.unit}
      </span>
    </>
  )
}

const Reading = ({ lufs }: { lufs: number | null }) =>
  lufs === null ? <b className={styles.unheard}>{NONE}</b> : <b>{loudness(lufs)}</b>

function Bar({ lufs }: { lufs: number | null }) {
  return (
    <span className={styles.bar}>
      <i style={{ width: `${lufs === null ? 0 : percentOf(lufs)}%` }} />
      <u style={{ left: `${percentOf(REFERENCE_LUFS)}%` }} />
    </span>
  )
}
