// Settings: where sounds come from, where they are kept, how the window looks and behaves, what this is.
import type { ReactNode } from 'react'
import { bridge } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { Segmented, Switch } from '../../components/fields.tsx'
import { useAct } from '../../data/use-act.ts'
import { useAppState, useSettings } from '../../data/use-settings.ts'
import { TitleBarEnd } from '../../frame/account.tsx'
import frame from '../../frame/frame.module.css'
import { useWindow } from '../../window-state.ts'
import { counted, diskSize } from '../../wording/numbers.ts'
import { Connections } from './connections.tsx'
import styles from './settings.module.css'

export function SettingsView() {
  return (
    <main className={frame.view} aria-label="Settings">
      <header className={frame.top}>
        <h1>Settings</h1>
        <TitleBarEnd />
      </header>
      <div className={styles.body}>
        <Section title="Where sounds come from">
          <Connections />
        </Section>
        <Section title="Library">
          <LibraryFolder />
        </Section>
        <Section title="Window">
          <Looks />
        </Section>
        <Section title="About">
          <About />
        </Section>
      </div>
    </main>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.line}>
      <span>{name}</span>
      {children}
    </div>
  )
}

function LibraryFolder() {
  const app = useAppState()
  const act = useAct()
  return (
    <>
      <Line name="Folder">
        <span>{app.libraryFolderName}</span>
      </Line>
      <Line name="Holds">
        <span>
          {counted(app.soundCount, 'sound')}, {diskSize(app.bytesOnDisk)}
        </span>
      </Line>
      <div className={styles.buttons}>
        <Button onClick={() => void act(bridge.app.openLibraryFolder())}>Open the folder</Button>
        <Button
          onClick={() =>
            void act(bridge.app.chooseLibraryFolder(), (chosen) =>
              chosen === null ? null : `The library is now in ${chosen.libraryFolderName}`,
            )
          }
        >
          Choose another folder…
        </Button>
      </div>
    </>
  )
}

function Looks() {
  const [settings, change] = useSettings()
  return (
    <>
      <Line name="Theme">
        <Segmented
          label="Theme"
          value={settings.theme}
          options={[
            { value: 'system', label: 'As the system' },
            { value: 'dark', label: 'Dark' },
            { value: 'light', label: 'Light' },
          ]}
          onChange={(theme) => change({ theme })}
        />
      </Line>
      <Line name="Row height">
        <Segmented
          label="Row height"
          value={settings.density}
          options={[
            { value: 28, label: 'Compact' },
            { value: 32, label: 'Regular' },
            { value: 36, label: 'Comfortable' },
          ]}
          onChange={(density) => change({ density })}
        />
      </Line>
      <Line name="Listening">
        <Switch isOn={settings.auditions} onChange={(auditions) => change({ auditions })}>
          Selecting a sound plays it
        </Switch>
      </Line>
    </>
  )
}

function About() {
  const app = useAppState()
  const { overlay } = useWindow()
  return (
    <>
      <Line name="Foleyroom">
        <span>{app.version}</span>
      </Line>
      <Line name="Runs on">
        <span>
          {app.runtime === 'electron'
            ? 'Electron'
            : 'a stand-in for Electron on Chromium, where Electron cannot be had'}
          , {app.platform}
        </span>
      </Line>
      <div className={styles.buttons}>
        <Button onClick={() => overlay.set('shortcuts')}>Keyboard shortcuts</Button>
      </div>
    </>
  )
}
