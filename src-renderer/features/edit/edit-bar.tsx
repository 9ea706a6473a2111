// The line above the waveform: before or after, what is selected, what is drawn.
import { Button, Keys } from '../../components/button.tsx'
import { Segmented } from '../../components/fields.tsx'
import type { Region } from '../../player/time-math.ts'
import { useWindow } from '../../window-state.ts'
import { signed } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import { exactSeconds } from '../../wording/times.ts'
import styles from './edit.module.css'
import type { Compare } from './use-compare.ts'
import type { Edit } from './use-edit.ts'

const words = texts.edit.bar

export function EditBar({ edit, compare, region }: { edit: Edit; compare: Compare; region: Region | null }) {
  const { player } = useWindow()
  const isAfter = edit.shown.id !== edit.detail.id
  const offset = compare.offsetOf(edit.shown)
  return (
    <div className={styles.bar}>
      {compare.variants.length > 0 && (
        <>
          <Segmented
            label={words.beforeOrAfter}
            value={isAfter ? 'after' : 'before'}
            options={[
              { value: 'before', label: words.before },
              { value: 'after', label: words.after },
            ]}
            onChange={compare.swap}
          />
          <Keys of="b" />
          <span className={styles.muted}>
            {words.samePlayhead(offset === null ? null : signed(offset, 1))}
          </span>
        </>
      )}
      <span className={styles.right}>
        {region === null ? (
          <span className={styles.muted}>{words.nothingSelected}</span>
        ) : (
          <>
            <span className={styles.spare}>{words.selection}</span>
            <span>
              {exactSeconds(region.startS)} – {exactSeconds(region.endS)} s
            </span>
            <span className={styles.spare}>{exactSeconds(region.endS - region.startS)} s</span>
            <Button
              weight="link"
              onClick={() => {
                player.setRegion(null)
                edit.change({ region: null })
              }}
            >
              {words.clear}
            </Button>
          </>
        )}
        <Segmented
          label={words.drawn}
          value={edit.state.hasSpectrum ? 'both' : 'wave'}
          options={[
            { value: 'wave', label: words.wave },
            { value: 'both', label: words.both },
          ]}
          onChange={(drawn) => edit.change({ hasSpectrum: drawn === 'both' })}
        />
      </span>
    </div>
  )
}
