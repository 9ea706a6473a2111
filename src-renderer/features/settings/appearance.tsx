// How the window looks: theme, height of rows, motion.
import { Segmented } from '../../components/fields.tsx'
import { useSettings } from '../../data/use-settings.ts'
import { texts } from '../../wording/texts.ts'
import { Group, Line } from './parts.tsx'

export function Appearance() {
  const [settings, change] = useSettings()
  const words = texts.settings.appearance
  return (
    <Group>
      <Line name={words.theme}>
        <Segmented
          label={words.theme}
          value={settings.theme}
          options={[
            { value: 'system', label: words.themes.system },
            { value: 'dark', label: words.themes.dark },
            { value: 'light', label: words.themes.light },
          ]}
          onChange={(theme) => change({ theme })}
        />
      </Line>
      <Line name={words.density}>
        <Segmented
          label={words.density}
          value={settings.density}
          options={[
            { value: 28, label: words.densities.compact },
            { value: 32, label: words.densities.regular },
            { value: 36, label: words.densities.comfortable },
          ]}
          onChange={(density) => change({ density })}
        />
      </Line>
      <Line name={words.motion} note={words.motionNote}>
        <Segmented
          label={words.motion}
          value={settings.motion}
          options={[
            { value: 'system', label: words.motions.system },
            { value: 'reduced', label: words.motions.reduced },
          ]}
          onChange={(motion) => change({ motion })}
        />
      </Line>
    </Group>
  )
}
