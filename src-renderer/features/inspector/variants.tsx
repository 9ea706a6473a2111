// The board of takes: up to four side by side, compared at the same playhead and the same loudness, by the keys 1 to 4.
import { useState } from 'react'
import { bridge, type SoundDetail, type SoundRow } from '../../bridge.ts'
import { useCommands } from '../../commands/registry.ts'
import { IconButton } from '../../components/button.tsx'
import { useAct } from '../../data/use-act.ts'
import { matchLoudness } from '../../player/loudness-match.ts'
import { useStore } from '../../store.ts'
import { overviews } from '../../waveform/picture-cache.ts'
import { usePicture } from '../../waveform/use-picture.ts'
import { Wave } from '../../waveform/wave.tsx'
import { useWindow } from '../../window-state.ts'
import { decimal, NONE, signed } from '../../wording/numbers.ts'
import { playerSound } from '../library/player-sound.ts'
import styles from './inspector.module.css'

/** As many as are compared at once. */
const BOARD = 4

export function Variants({ detail }: { detail: SoundDetail }) {
  const state = useWindow()
  const act = useAct()
  const [isMatched, setMatched] = useState(true)
  const takes = detail.takes.slice(0, BOARD)
  const match = matchLoudness(detail.takes)
  const trimOf = (take: SoundRow, matched: boolean): number =>
    matched ? (match?.offsetsDb.get(take.id) ?? 0) : 0
  const compare = (take: SoundRow, matched = isMatched): void => {
    const loaded = state.player.state.get()
    // Only takes of the same output are compared at one playhead; another sound begins at its start.
    const isFamily = detail.takes.some((each) => each.id === loaded.sound?.id)
    state.inspectedId.set(take.id)
    state.selection.set((now) => ({ ...now, ids: new Set([take.id]) }))
    void state.player.load(playerSound(take), {
      isPlaying: true,
      trimDb: trimOf(take, matched),
      keepsPosition: isFamily && loaded.status === 'playing',
      region: isFamily ? loaded.region : null,
    })
  }
  useCommands(
    takes.map((take, index) => ({
      id: `take-${index + 1}`,
      title: `Listen to take ${index + 1}`,
      section: 'Play' as const,
      shortcuts: [String(index + 1)],
      run: () => compare(take),
    })),
  )
  return (
    <section className={styles.part}>
      <h3>
        Takes
        <span className={styles.end}>
          {match !== null && isMatched && `level-matched, ${decimal(match.targetLufs, 1)} LUFS`}
          <button
            type="button"
            className={styles.toggle}
            aria-pressed={isMatched}
            disabled={match === null}
            onClick={() => {
              setMatched(!isMatched)
              const now = takes.find((take) => take.id === state.player.state.get().sound?.id)
              if (now !== undefined) compare(now, !isMatched)
            }}
          >
            Match
          </button>
        </span>
      </h3>
      <fieldset className={styles.board} aria-label="Compare takes">
        {takes.map((take, index) => (
          <Take
            key={take.id}
            take={take}
            number={index + 1}
            isOn={take.id === detail.id}
            offset={match === null || !isMatched ? null : (match.offsetsDb.get(take.id) ?? null)}
            onCompare={() => compare(take)}
            onVerdict={(verdict) =>
              void act(
                bridge.library.change({
                  soundIds: [take.id],
                  patch: { verdict: take.verdict === verdict ? null : verdict },
                }),
              )
            }
          />
        ))}
      </fieldset>
    </section>
  )
}

/** From 10 dB on a tenth is not worth its width. */
const offsetText = (db: number): string => signed(db, Math.abs(db) < 9.95 ? 1 : 0)

interface TakeProps {
  readonly take: SoundRow
  readonly number: number
  readonly isOn: boolean
  /** Gain of the match in dB; null where nothing is matched. */
  readonly offset: number | null
  readonly onCompare: () => void
  readonly onVerdict: (verdict: 'kept' | 'rejected') => void
}

function Take({ take, number, isOn, offset, onCompare, onVerdict }: TakeProps) {
  const { player } = useWindow()
  const isLoaded = useStore(player.state, (state) => state.sound?.id === take.id)
  const picture = usePicture(overviews, take.hasFacts ? take.id : null)
  return (
    <div className={styles.take} data-on={isOn} data-verdict={take.verdict ?? 'none'}>
      <button
        type="button"
        className={styles.takeButton}
        aria-pressed={isLoaded}
        aria-label={`Listen to take ${number}${offset === null ? '' : `, ${signed(offset, 1)} dB`}`}
        onClick={onCompare}
      >
        <span className={styles.takeWave}>
          {picture.value === null ? (
            <span className={styles.unmade} />
          ) : (
            <Wave peaks={picture.value} kind="row" surface={`${isOn} ${take.verdict}`} />
          )}
        </span>
      </button>
      <div className={styles.takeFacts}>
        <kbd>{number}</kbd>
        <span>{offset === null ? NONE : offsetText(offset)}</span>
        <span className={styles.verdicts}>
          <IconButton
            icon="check"
            isSmall
            label={`Keep take ${number}`}
            aria-pressed={take.verdict === 'kept'}
            onClick={() => onVerdict('kept')}
          />
          <IconButton
            icon="x"
            isSmall
            label={`Reject take ${number}`}
            aria-pressed={take.verdict === 'rejected'}
            onClick={() => onVerdict('rejected')}
          />
        </span>
      </div>
    </div>
  )
}
