// The sections of Settings in their order, and which of them is shown: it stays while another view is looked at.
import { useCommands } from '../../commands/registry.ts'
import { createStore } from '../../store.ts'
import { useWindow } from '../../window-state.ts'
import { texts } from '../../wording/texts.ts'

export const SECTIONS = [
  'connections',
  'library',
  'names',
  'playback',
  'budget',
  'agents',
  'appearance',
  'keyboard',
  'updates',
  'diagnostics',
  'about',
] as const
export type SectionName = (typeof SECTIONS)[number]

export const shownSection = createStore<SectionName>('connections')

/** Every section is a command of its own. */
export function useSettingsCommands(): void {
  const { view } = useWindow()
  useCommands(
    SECTIONS.map((name) => ({
      id: `settings-${name}`,
      title: texts.settings.openSection(texts.settings.sections[name]),
      section: 'Go to' as const,
      run: () => {
        shownSection.set(name)
        view.set('settings')
      },
    })),
  )
}
