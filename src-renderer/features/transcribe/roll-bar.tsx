// Above the roll: source or notes, the loop, how edges snap, how much is shown, what note is selected.
import { Button, Keys } from '../../components/button.tsx'
import { Segmented, Select, Switch } from '../../components/fields.tsx'
import { ZoomControl } from '../../components/zoom-control.tsx'
import { useSettings } from '../../data/use-settings.ts'
import type { Region } from '../../player/time-math.ts'
import { counted } from '../../wording/numbers.ts'
import { zoomIn, zoomOut } from '../edit/zooming.ts'
import { useRollAxis } from './roll.tsx'
import { stretchText } from './time-grid.ts'
import styles from './transcribe.module.css'
import type { Transcription } from './use-transcription.ts'

const TEMPI = [50, 60, 70, 80, 90, 100, 110, 125, 150] as const
const TEMPO_HINT = 'Notes keep their pitch at any tempo; the source sounds lower or higher with it'

export function RollBar({ transcription, region }: { transcription: Transcription; region: Region | null }) {
  const [settings, changeSettings] = useSettings()
  const { state, grid } = transcription
  const axis = useRollAxis(transcription)
  const { view } = axis
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
      <ZoomControl
        shown={shownText}
        wholeLabel="Show all of it"
        onZoomIn={() => zoomIn(axis)}
        onZoomOut={() => zoomOut(axis)}
        onShowAll={() => axis.show(null)}
      />
    </div>
  )
}
