// Editing one sound: waveform over spectrogram, a region that is made again, an end that is drawn out, and what came of it.

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { bridge, errorOf, type SoundDetail } from '../../bridge.ts'
import { Blank } from '../../components/blank.tsx'
import { Button, Keys } from '../../components/button.tsx'
import controls from '../../components/controls.module.css'
import { RegionHandle } from '../../components/region-handle.tsx'
import { sound } from '../../data/queries.ts'
import { useAct } from '../../data/use-act.ts'
import { useDelayed } from '../../data/use-delayed.ts'
import { useDrag } from '../../data/use-drag.ts'
import { TitleBarEnd } from '../../frame/account.tsx'
import frame from '../../frame/frame.module.css'
import { useStore } from '../../store.ts'
import { useWindow } from '../../window-state.ts'
import { errorSentence } from '../../wording/errors.ts'
import { channelCount, sampleRate } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import { exactSeconds } from '../../wording/times.ts'
import { useAwaitedImport } from '../imports/awaited-import.ts'
import { ImportStrip } from '../imports/import-strip.tsx'
import { useSoundCommands } from '../inspector/use-sound-actions.tsx'
import { playerSound } from '../library/player-sound.ts'
import { ChooseSound } from './choose-sound.tsx'
import styles from './edit.module.css'
import { EditBar } from './edit-bar.tsx'
import { EditBoard } from './edit-board.tsx'
import { EditPanel } from './edit-panel.tsx'
import { editing } from './edit-state.ts'
import { Stage } from './stage.tsx'
import { useCompare } from './use-compare.ts'
import { useDrawable } from './use-drawable.ts'
import { useEdit } from './use-edit.ts'
import { useEditCommands } from './use-edit-commands.ts'

const words = texts.edit

export function EditView() {
  const { edit, inspectedId } = useWindow()
  useAwaitedImport(edit, editing)
  const soundId = useStore(edit, (state) => state.soundId)
  const { data, error } = useQuery({ ...sound(soundId ?? 0), enabled: soundId !== null })
  const detail = soundId === null ? undefined : data
  const isSlow = useDelayed(soundId !== null && detail === undefined, 150)
  // What is edited is what actions from palette and menu are about.
  useEffect(() => {
    if (soundId !== null) inspectedId.set(soundId)
  }, [soundId, inspectedId])
  if (soundId === null) return <NothingChosen />
  if (detail === undefined) {
    return (
      <main className={frame.view} aria-label={words.title}>
        <header className={frame.top}>
          <h1>{words.title}</h1>
          <TitleBarEnd />
        </header>
        <Blank role={error === null ? 'status' : 'alert'}>
          {error !== null ? errorSentence(errorOf(error)) : isSlow && words.reading}
        </Blank>
      </main>
    )
  }
  return <Editor key={detail.id} detail={detail} />
}

function NothingChosen() {
  return (
    <main className={frame.view} aria-label={words.title}>
      <header className={frame.top}>
        <h1>{words.title}</h1>
        <TitleBarEnd />
      </header>
      <ImportStrip />
      <ChooseSound />
    </main>
  )
}

function Editor({ detail }: { detail: SoundDetail }) {
  const state = useWindow()
  const { player, edit: store } = state
  const act = useAct()
  const dragging = useDrag()
  const kept = useStore(store, (now) => now.region)
  const family = useStore(player.state, ({ sound: loaded }) =>
    loaded === null ? false : loaded.id === detail.id || detail.children.some(({ id }) => id === loaded.id),
  )
  const live = useStore(player.state, (now) => now.region)
  const region = family ? live : kept
  const edit = useEdit(detail, region)
  const compare = useCompare(edit)
  const drawable = useDrawable(edit.shown)
  const before = useDrawable(detail)
  const actions = useSoundCommands(detail)
  useEditCommands(edit, compare)
  // The region belongs to the player while it holds this sound; here it outlasts a look at another one.
  useEffect(() => {
    if (family) store.set((now) => (now.region === live ? now : { ...now, region: live }))
  }, [family, live, store])
  // The sound is there to be heard before anything is pressed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a sound, not for each change of its facts
  useEffect(() => {
    if (!family && !detail.isMissing)
      void player.load(playerSound(detail), { isPlaying: false, region: store.get().region })
  }, [detail.id])
  return (
    <main className={styles.view} aria-label={words.titleOf(detail.name)}>
      <header className={frame.top}>
        <h1 className={styles.title}>{detail.name}</h1>
        <span className={frame.meta}>
          {words.facts({
            length: exactSeconds(detail.durationMs / 1000),
            audio: `${sampleRate(detail.sampleRate)} ${channelCount(detail.channels)}`,
            model: detail.model,
            seed: detail.seed,
          })}
        </span>
        <span className={styles.out}>
          <Button weight="link" onClick={() => void act(bridge.library.reveal({ soundId: edit.shown.id }))}>
            {words.reveal}
          </Button>
          {region !== null && (
            <RegionHandle soundId={edit.shown.id} region={region}>
              {words.dragSelection}
            </RegionHandle>
          )}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging has no keyboard form; Reveal and Export beside it have */}
          <span
            className={controls.handle}
            draggable
            title={words.dragTitle}
            onPointerDown={() => dragging.prepare([edit.shown.id])}
            onDragStart={(event) => {
              event.preventDefault()
              dragging.start([edit.shown.id])
            }}
          >
            {words.dragFile}
          </span>
          <Button onClick={actions.exportFiles}>
            {words.export} <Keys of="mod+e" />
          </Button>
        </span>
        <TitleBarEnd />
      </header>
      <section className={styles.work} aria-label={words.stage.label}>
        <EditBar edit={edit} compare={compare} region={region} />
        <Stage edit={edit} region={region} drawable={drawable} before={before} />
        <EditBoard edit={edit} compare={compare} />
      </section>
      <EditPanel edit={edit} region={region} />
      {actions.dialog}
    </main>
  )
}
