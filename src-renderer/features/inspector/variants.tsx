// The board of takes: up to four side by side, compared at the same playhead and the same loudness, by the keys 1 to 4.
import type { SoundDetail, SoundRow } from '../../bridge.ts'
import { IconButton, Keys } from '../../components/button.tsx'
import { useStore } from '../../store.ts'
import { overviews } from '../../waveform/picture-cache.ts'
import { usePicture } from '../../waveform/use-picture.ts'
import { Wave } from '../../waveform/wave.tsx'
import { useWindow } from '../../window-state.ts'
import { decimal, NONE, signed } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import styles from './inspector.module.css'
import { useBoard } from './use-board.ts'

const words = texts.inspector.takes

export function Variants({ detail }: { detail: SoundDetail }) {
  const { isMatching } = useWindow()
  const board = useBoard(detail)
  const { match } = board
  const isMatched = useStore(isMatching)
  return (
    <section className={styles.part}>
      <h3>
        {words.title}
        <span className={styles.end}>
          {match !== null && isMatched && words.matched(decimal(match.targetLufs, 1))}
          <button
            type="button"
            className={styles.toggle}
            aria-pressed={isMatched}
            disabled={match === null}
            onClick={board.toggleMatch}
          >
            {words.match}
          </button>
          <button
            type="button"
            className={styles.toggle}
            aria-pressed={board.isBlind}
            onClick={board.toggleBlind}
          >
            {words.blind} <Keys of="b" />
          </button>
        </span>
      </h3>
      <fieldset className={styles.board} aria-label={board.isBlind ? words.compareBlind : words.compare}>
        {board.takes.map((take, index) => (
          <Take
            key={take.id}
            take={take}
            number={index + 1}
            isBlind={board.isBlind}
            isOn={board.isBlind ? take.id === board.loadedId : take.id === detail.id}
            offset={match === null || !isMatched ? null : (match.offsetsDb.get(take.id) ?? null)}
            onCompare={() => board.compare(take)}
            verdict={board.verdictOf(take)}
            onVerdict={(verdict) => board.judge(take, verdict)}
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
  /** Neither picture nor level tell which take it is. */
  readonly isBlind: boolean
  readonly isOn: boolean
  /** Gain of the match in dB; null where nothing is matched. */
  readonly offset: number | null
  readonly verdict: SoundRow['verdict']
  readonly onCompare: () => void
  readonly onVerdict: (verdict: 'kept' | 'rejected') => void
}

function Take({ take, number, isBlind, isOn, offset, verdict, onCompare, onVerdict }: TakeProps) {
  const { player } = useWindow()
  const isLoaded = useStore(player.state, (state) => state.sound?.id === take.id)
  const picture = usePicture(overviews, take.hasFacts && !isBlind ? take.id : null)
  return (
    <div className={styles.take} data-on={isOn} data-verdict={verdict ?? 'none'}>
      <button
        type="button"
        className={styles.takeButton}
        aria-pressed={isLoaded}
        aria-label={words.listen(number, offset === null || isBlind ? null : signed(offset, 1))}
        onClick={onCompare}
      >
        <span className={styles.takeWave}>
          {picture.value === null ? (
            <span className={styles.unmade} />
          ) : (
            <Wave peaks={picture.value} kind="row" surface={`${isOn} ${verdict}`} />
          )}
        </span>
      </button>
      <div className={styles.takeFacts}>
        <kbd>{number}</kbd>
        <span>{offset === null || isBlind ? NONE : offsetText(offset)}</span>
        <span className={styles.verdicts}>
          <IconButton
            icon="check"
            isSmall
            label={words.keep(number)}
            aria-pressed={verdict === 'kept'}
            onClick={() => onVerdict('kept')}
          />
          <IconButton
            icon="x"
            isSmall
            label={words.reject(number)}
            aria-pressed={verdict === 'rejected'}
            onClick={() => onVerdict('rejected')}
          />
        </span>
      </div>
    </div>
  )
}
