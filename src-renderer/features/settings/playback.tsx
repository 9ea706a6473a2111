// How sounds are listened to: the output, the level, whether selecting plays.
import { useEffect } from 'react'
import { Select, Slider, Switch } from '../../components/fields.tsx'
import { useSettings } from '../../data/use-settings.ts'
import { useStore } from '../../store.ts'
import { useWindow } from '../../window-state.ts'
import { decibels } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import { Group, Line } from './parts.tsx'
import styles from './settings.module.css'

/** What the select calls the system's own choice. */
const SYSTEM = ''

export function Playback() {
  const { player } = useWindow()
  const [settings, change] = useSettings()
  const outputs = useStore(player.state, (state) => state.outputs)
  const note = useStore(player.state, (state) => state.outputNote)
  const words = texts.settings.playback
  // Devices may have come since the app was started.
  useEffect(() => void player.refreshOutputs(), [player])
  const wished = settings.outputDevice
  const labels = outputs.map(({ label }) => label)
  // A device that is unplugged stays in the list: it is what was wished for.
  if (wished !== null && !labels.includes(wished)) labels.push(wished)
  return (
    <Group>
      <Line name={words.device} note={note}>
        <Select
          label={words.device}
          value={wished ?? SYSTEM}
          options={[
            { value: SYSTEM, label: words.system },
            ...labels.map((label) => ({ value: label, label })),
          ]}
          onChange={(label) => change({ outputDevice: label === SYSTEM ? null : label })}
        />
      </Line>
      <Line name={words.gain} note={words.gainNote}>
        <span className={styles.slider}>
          <Slider
            label={words.gain}
            value={settings.gainDb}
            min={-60}
            max={6}
            step={0.5}
            valueText={decibels(settings.gainDb)}
            onChange={(gainDb) => change({ gainDb })}
            onDoubleClick={() => change({ gainDb: 0 })}
          />
        </span>
        <output>{decibels(settings.gainDb)}</output>
      </Line>
      <Line name={words.listening}>
        <Switch isOn={settings.auditions} onChange={(auditions) => change({ auditions })}>
          {words.auditions}
        </Switch>
      </Line>
      <Line name={words.loop}>
        <Switch isOn={settings.isLooping} onChange={(isLooping) => change({ isLooping })}>
          {words.looping}
        </Switch>
      </Line>
    </Group>
  )
}
