// Above the roll: source or notes, the loop, how edges snap, how much is shown, what note is selected.
import { Button, IconButton, Keys } from '../../components/button.tsx'
import { Segmented, Select, Switch } from '../../components/fields.tsx'
import { ZoomControl } from '../../components/zoom-control.tsx'
import { useSettings } from '../../data/use-settings.ts'
import type { Region } from '../../player/time-math.ts'
import { useWindow } from '../../window-state.ts'
import { signed } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import { zoomIn, zoomOut } from '../edit/zooming.ts'
import { useRollAxis } from './roll.tsx'
import { barCount, stretchText } from './time-grid.ts'
import styles from './transcribe.module.css'
import type { LevelMatch } from './use-notes-match.ts'
import type { ShownNotes } from './use-transcription.ts'

const words = texts.transcribe.bar
/** A level that cannot be seen is not trusted. */
const offsetText = (db: number | undefined): string | null => (db === undefined ? null : signed(db, 1))
const TEMPI = [50, 60, 70, 80, 90, 100, 110, 125, 150] as const

interface RollBarProps {
  readonly notes: ShownNotes
  /** Null where there is no recording beside the notes. */
  readonly match: LevelMatch | null
  readonly region: Region | null
}

export function RollBar({ notes, match, region }: RollBarProps) {
  const { player } = useWindow()
  const [settings, changeSettings] = useSettings()
  const { state, grid } = notes
  const axis = useRollAxis(notes)
  const { view } = axis
  const shownText =
    grid === null
      ? `${view.spanS.toFixed(1)} s`
      : words.bars(barCount(grid, view.startS, view.startS + view.spanS))
  return (
    <div className={styles.bar}>
      {notes.played.isSilent === true ? (
        <span className={styles.note}>{words.alone}</span>
      ) : (
        <>
          <Segmented
            label={words.heard}
            value={state.heard}
            options={[
              { value: 'source', label: words.source(offsetText(match?.gains?.sourceDb)) },
              { value: 'midi', label: words.midi(offsetText(match?.gains?.notesDb)) },
            ]}
            onChange={(heard) => notes.change({ heard })}
          />
          <Keys of="a" />
        </>
      )}
      {match !== null && (
        <Switch isOn={match.isOn} onChange={match.toggle}>
          {words.match}
        </Switch>
      )}
      {grid !== null && (
        <Switch isOn={state.hasMetronome} onChange={(hasMetronome) => notes.change({ hasMetronome })}>
          {words.click}
        </Switch>
      )}
      <span className={styles.tempo} title={words.tempoHint}>
        <Select
          label={words.tempo}
          value={String(state.tempoPercent)}
          options={TEMPI.map((percent) => ({ value: String(percent), label: `${percent} %` }))}
          onChange={(percent) => notes.change({ tempoPercent: Number(percent) })}
        />
      </span>
      <Button
        aria-pressed={settings.isLooping}
        className={styles.toggle}
        onClick={() => changeSettings({ isLooping: !settings.isLooping })}
      >
        {words.loop(region === null ? null : stretchText(grid, region.startS, region.endS))}
      </Button>
      {region !== null && (
        <IconButton icon="x" label={words.clear} isSmall onClick={() => player.setRegion(null)} />
      )}
      {grid !== null && (
        <Select
          label={words.snap}
          value={state.snap}
          options={[
            { value: 'eighth', label: words.snaps.eighth },
            { value: 'sixteenth', label: words.snaps.sixteenth },
            { value: 'off', label: words.snaps.off },
          ]}
          onChange={(snap) => notes.change({ snap })}
        />
      )}
      <ZoomControl
        shown={shownText}
        wholeLabel={words.showAll}
        onZoomIn={() => zoomIn(axis)}
        onZoomOut={() => zoomOut(axis)}
        onShowAll={() => axis.show(null)}
      />
    </div>
  )
}
