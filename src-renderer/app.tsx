// The window: first run or the frame with the current view, and what stands over both.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Activity, useLayoutEffect } from 'react'
import { errorOf } from './bridge.ts'
import { Palette } from './commands/palette.tsx'
import { useCommands } from './commands/registry.ts'
import { ShortcutSheet } from './commands/shortcut-sheet.tsx'
import { useKeyboard } from './commands/use-keyboard.ts'
import { Button } from './components/button.tsx'
import { appState, sound } from './data/queries.ts'
import { useBridgeEvents, useStartNotice } from './data/use-bridge-events.ts'
import { useDelayed } from './data/use-delayed.ts'
import { useHistory } from './data/use-history.ts'
import { useSettings } from './data/use-settings.ts'
import { ActivityView } from './features/activity/activity-view.tsx'
import { EditView } from './features/edit/edit-view.tsx'
import { FirstRun } from './features/first-run/first-run.tsx'
import { DropArea } from './features/imports/drop-area.tsx'
import { LibraryView } from './features/library/library-view.tsx'
import { playerSound } from './features/library/player-sound.ts'
import { useFileNames } from './features/settings/file-names.tsx'
import { useSettingsCommands } from './features/settings/section.ts'
import { SettingsView } from './features/settings/settings-view.tsx'
import { TranscribeView } from './features/transcribe/transcribe-view.tsx'
import { VideoView } from './features/video/video-view.tsx'
import styles from './frame/frame.module.css'
import { Notices } from './frame/notices.tsx'
import { Sidebar } from './frame/sidebar.tsx'
import { VIEWS } from './frame/views.ts'
import { PlayerBar } from './player/player-bar.tsx'
import { edgeAt } from './player/time-math.ts'
import { usePlayerSettings } from './player/use-player-settings.ts'
import { useStore } from './store.ts'
import { useTheme } from './theme/use-theme.ts'
import { useWindow, type ViewName } from './window-state.ts'
import { errorSentence } from './wording/errors.ts'
import { texts } from './wording/texts.ts'

const words = texts.commands

/** The views beside the library, which stays as it was left. */
const OTHER_VIEWS: Readonly<Record<Exclude<ViewName, 'library'>, () => React.JSX.Element>> = {
  video: VideoView,
  edit: EditView,
  transcribe: TranscribeView,
  activity: ActivityView,
  settings: SettingsView,
}

export function App() {
  const state = useWindow()
  useBridgeEvents(state)
  const app = useQuery(appState)
  useStartNotice(state, app.data?.startNotice ?? null)
  const isSlow = useDelayed(app.isPending, 400)
  if (app.isError && app.data === undefined) {
    return (
      <main role="alert" className={styles.failure}>
        <h1>{words.unreadable}</h1>
        <p>{errorSentence(errorOf(app.error))}</p>
        <Button onClick={() => void app.refetch()}>{words.tryAgain}</Button>
      </main>
    )
  }
  if (app.data === undefined) return isSlow ? <p role="status">{words.opening}</p> : null
  return app.data.isFirstRun ? <FirstRunWindow /> : <MainWindow />
}

function FirstRunWindow() {
  const [settings] = useSettings()
  useTheme(settings)
  return (
    <>
      <FirstRun />
      <Notices />
    </>
  )
}

function MainWindow() {
  const { view, overlay, platform } = useWindow()
  const [settings] = useSettings()
  useTheme(settings)
  useFileNames()
  useSettingsCommands()
  useKeyboard(platform)
  usePlayerSettings()
  useWindowCommands()
  useHistory()
  const current = useStore(view)
  const Other = current === 'library' ? null : OTHER_VIEWS[current]
  const shown = useStore(overlay)
  // What is hidden with its view does not keep the keyboard until the next frame.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the view that counts
  useLayoutEffect(() => {
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && !activeElement.checkVisibility()) activeElement.blur()
  }, [current])
  return (
    <DropArea>
      <div className={styles.frame}>
        <Sidebar />
        <Activity mode={current === 'library' ? 'visible' : 'hidden'}>
          <LibraryView />
        </Activity>
        {Other !== null && <Other />}
        <PlayerBar />
        <Notices />
        {shown === 'palette' && <Palette />}
        {shown === 'shortcuts' && <ShortcutSheet />}
      </div>
    </DropArea>
  )
}

/** Commands that do not belong to a view. */
function useWindowCommands(): void {
  const { view, overlay, player, inspectedId, omnibarWishes, transport } = useWindow()
  const client = useQueryClient()
  const [settings, changeSettings] = useSettings()
  const hasSound = useStore(player.state, (state) => state.sound !== null)
  const region = useStore(player.state, (state) => state.region)
  const inspected = useStore(inspectedId)
  const own = useStore(transport)
  const play = async (): Promise<void> => {
    if (own !== null) return own.toggle()
    const loaded = player.state.get().sound
    // A take that is compared blind, and notes without a recording, are what their view plays.
    const isOfItsView = loaded?.isBlind === true || loaded?.isSilent === true
    if (inspected === null || inspected === loaded?.id || isOfItsView) return player.toggle()
    const detail = await client.fetchQuery(sound(inspected))
    await player.load(playerSound(detail), { isPlaying: true })
  }
  useCommands([
    {
      id: 'focus-omnibar',
      title: words.focusOmnibar,
      section: 'Make',
      shortcuts: ['mod+l', 'mod+f', '/'],
      isHeardInText: true,
      run: () => {
        view.set('library')
        omnibarWishes.set((wishes) => wishes + 1)
      },
    },
    ...VIEWS.map(({ name, title }, index) => ({
      id: name === 'settings' ? 'settings' : `view-${name}`,
      title,
      section: 'Go to' as const,
      shortcuts: name === 'settings' ? [`mod+${index + 1}`, 'mod+,'] : [`mod+${index + 1}`],
      isHeardInText: true,
      run: () => view.set(name),
    })),
    {
      id: 'palette',
      title: words.all,
      section: 'Window',
      shortcuts: ['mod+k'],
      isHeardInText: true,
      run: () => overlay.set((now) => (now === 'palette' ? null : 'palette')),
    },
    {
      id: 'shortcuts',
      title: words.shortcuts,
      section: 'Window',
      shortcuts: ['?'],
      run: () => overlay.set('shortcuts'),
    },
    {
      id: 'play',
      title: words.play,
      section: 'Play',
      shortcuts: ['space'],
      isEnabled: own !== null || hasSound || inspected !== null,
      run: () => void play(),
    },
    {
      id: 'loop',
      title: settings.isLooping ? words.playOnce : words.loop,
      section: 'Play',
      shortcuts: ['l'],
      run: () => changeSettings({ isLooping: !settings.isLooping }),
    },
    {
      id: 'to-start',
      title: words.toStart,
      section: 'Play',
      shortcuts: ['home'],
      isEnabled: own !== null || hasSound,
      run: () => (own ?? player).toStart(),
    },
    {
      id: 'back',
      title: words.back,
      section: 'Play',
      shortcuts: ['arrowleft'],
      isEnabled: own !== null || hasSound,
      run: () => (own === null ? player.seek(player.positionS() - 0.5) : own.nudge(-0.5)),
    },
    {
      id: 'forward',
      title: words.forward,
      section: 'Play',
      shortcuts: ['arrowright'],
      isEnabled: own !== null || hasSound,
      run: () => (own === null ? player.seek(player.positionS() + 0.5) : own.nudge(0.5)),
    },
    ...(['start', 'end'] as const).map((edge) => ({
      id: `region-${edge}`,
      title: edge === 'start' ? words.regionStart : words.regionEnd,
      section: 'Play' as const,
      shortcuts: [edge === 'start' ? 'i' : 'o'],
      isEnabled: own !== null || hasSound,
      run: () =>
        own === null
          ? player.setRegion(edgeAt(region, edge, player.positionS(), player.durationS()))
          : own.edge(edge),
    })),
    {
      id: 'clear-region',
      title: words.clearRegion,
      section: 'Play',
      shortcuts: ['escape'],
      isEnabled: own !== null || region !== null,
      run: () => (own === null ? player.setRegion(null) : own.clear()),
    },
    {
      id: 'auditions',
      title: settings.auditions ? words.silent : words.auditions,
      section: 'Play',
      run: () => changeSettings({ auditions: !settings.auditions }),
    },
    ...(['dark', 'light', 'system'] as const).map((theme) => ({
      id: `theme-${theme}`,
      title: words.themes[theme],
      section: 'Window' as const,
      isEnabled: settings.theme !== theme,
      run: () => changeSettings({ theme }),
    })),
  ])
}
