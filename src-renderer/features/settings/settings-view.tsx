// Settings: a list of sections, and the one that is shown.
import { useEffect, useRef } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { TitleBarEnd } from '../../frame/account.tsx'
import frame from '../../frame/frame.module.css'
import { useStore } from '../../store.ts'
import { texts } from '../../wording/texts.ts'
import { About } from './about.tsx'
import { Agents } from './agents.tsx'
import { Appearance } from './appearance.tsx'
import { Budget } from './budget.tsx'
import { Connections } from './connections.tsx'
import { Diagnostics } from './diagnostics.tsx'
import { FileNamesSection } from './file-names.tsx'
import { Keyboard } from './keyboard.tsx'
import { Library } from './library.tsx'
import { Playback } from './playback.tsx'
import { SECTIONS, type SectionName, shownSection } from './section.ts'
import styles from './settings.module.css'
import { Updates } from './updates.tsx'

const BODIES: Readonly<Record<SectionName, () => React.JSX.Element>> = {
  connections: Connections,
  library: Library,
  names: FileNamesSection,
  playback: Playback,
  budget: Budget,
  agents: Agents,
  appearance: Appearance,
  keyboard: Keyboard,
  updates: Updates,
  diagnostics: Diagnostics,
  about: About,
}

export function SettingsView() {
  const shown = useStore(shownSection)
  const words = texts.settings
  const listRef = useRef<HTMLDivElement>(null)
  // Who came by the keyboard goes on by it: where nothing else has the focus, the list of sections takes it.
  useEffect(() => {
    // The tabs are drawn in the second pass of their list.
    const frameId = requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        listRef.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus()
    })
    return () => cancelAnimationFrame(frameId)
  }, [])
  return (
    <main className={frame.view} aria-label={words.title}>
      <header className={frame.top}>
        <h1>{words.title}</h1>
        <TitleBarEnd />
      </header>
      <Tabs
        className={styles.body ?? ''}
        orientation="vertical"
        selectedKey={shown}
        onSelectionChange={(key) => {
          const name = SECTIONS.find((each) => each === key)
          if (name !== undefined) shownSection.set(name)
        }}
      >
        <TabList ref={listRef} className={styles.sections ?? ''} aria-label={words.title}>
          {SECTIONS.map((name) => (
            <Tab key={name} id={name} className={styles.tab ?? ''}>
              {words.sections[name]}
            </Tab>
          ))}
        </TabList>
        {SECTIONS.map((name) => {
          const Body = BODIES[name]
          return (
            <TabPanel key={name} id={name} className={styles.panel ?? ''}>
              <h2>{words.sections[name]}</h2>
              <Body />
            </TabPanel>
          )
        })}
      </Tabs>
    </main>
  )
}
