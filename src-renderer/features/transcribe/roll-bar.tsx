// Above the roll: source or notes, the loop, how edges snap, how much is shown, what note is selected.
import { Button, Keys } from '../../components/button.tsx'
import { Segmented, Select, Switch } from '../../components/fields.tsx'
import { useSettings } from '../../data/use-settings.ts'
import type { Region } from '../../player/time-math.ts'
import { useWindow } from '../../window-state.ts'
import { counted } from '../../wording/numbers.ts'
import { zoomed } from '../edit/viewport.ts'
import { viewOf, wholeOf } from './roll.tsx'
import { stretchText } from './time-grid.ts'
import styles from './transcribe.module.css'
import type { Transcription } from './use-transcription.ts'

const ZOOM = 1.6
const TEMPI = [50, 60, 70, 80, 90, 100, 110, 125, 150] as const
const TEMPO_HINT = 'Notes keep their pitch at any tempo; the source sounds lower or higher with it'

export function RollBar({ transcription, region }: { transcription: Transcription; region: Region | null }) {
  const { player } = useWindow()
  const [settings, changeSettings] = useSettings()
  const { state, grid } = transcription
  const view = viewOf(transcription)
  const zoom = (factor: number): void =>
    transcription.change({ viewport: zoomed(view, factor, player.positionS(), wholeOf(transcription)) })
  const shownText =
    grid === null
      ? `${view.spanS.toFixed(1)} s`
      : counted(
          Math.max(
            1,
            Math.round(
              (grid.quarterAt(view.startS + view.spanS) - grid.quarterAt(view.startS)) / grid.quartersABar,
            ),
          ),
          'bar',
        )
  return (
    <div className={styles.bar}>
      <Segmented
        label="What is heard"
        value={state.heard}
        options={[
          { value: 'source', label: 'Source' },
          { value: 'midi', label: 'MIDI' },
        ]}
        onChange={(heard) => transcription.change({ heard })}
      />
      <Keys of="a" />
      {grid !== null && (
        <Switch isOn={state.hasMetronome} onChange={(hasMetronome) => transcription.change({ hasMetronome })}>
          Click
        </Switch>
      )}
      <span className={styles.tempo} title={TEMPO_HINT}>
        <Select
          label="Tempo of playing"
          value={String(state.tempoPercent)}
          options={TEMPI.map((percent) => ({ value: String(percent), label: `${percent} %` }))}
          onChange={(percent) => transcription.change({ tempoPercent: Number(percent) })}
        />
      </span>
      <Button
        aria-pressed={settings.isLooping}
        className={styles.toggle}
        onClick={() => changeSettings({ isLooping: !settings.isLooping })}
      >
        Loop {region === null ? 'all' : stretchText(grid, region.startS, region.endS)}
      </Button>
      {grid !== null && (
        <Select
          label="Edges snap to"
          value={state.snap}
          options={[
            { value: 'eighth', label: 'Snap 1/8' },
            { value: 'sixteenth', label: 'Snap 1/16' },
            { value: 'off', label: 'No snap' },
          ]}
          onChange={(snap) => transcription.change({ snap })}
        />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a line of controls */}
      <span className={styles.zoom} role="group" aria-label="Zoom">
        <button type="button" aria-label="Zoom out" onClick={() => zoom(ZOOM)}>
          −
        </button>
        <button
          type="button"
          title="Show all of it"
          aria-label={`${shownText} shown; show all of it`}
          onClick={() => transcription.change({ viewport: null })}
        >
          {shownText}
        </button>
        <button type="button" aria-label="Zoom in" onClick={() => zoom(1 / ZOOM)}>
          +
        </button>
      </span>
    </div>
  )
}
