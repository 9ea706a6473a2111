// A MIDI file that a person opened: its notes on the roll, its parts, and its ways out. There is no recording beside it, and no score.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { bridge, errorOf, linkTo, type MidiFileView, unwrap } from '../../bridge.ts'
import { useCommands } from '../../commands/registry.ts'
import { Blank } from '../../components/blank.tsx'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/confirm.tsx'
import { midiFile, transcribedNotes } from '../../data/queries.ts'
import { useAct } from '../../data/use-act.ts'
import { useDelayed } from '../../data/use-delayed.ts'
import { TitleBarEnd } from '../../frame/account.tsx'
import frame from '../../frame/frame.module.css'
import type { PlayerSound } from '../../player/player.ts'
import { useStore } from '../../store.ts'
import { useWindow } from '../../window-state.ts'
import { errorSentence } from '../../wording/errors.ts'
import { texts } from '../../wording/texts.ts'
import { exactSeconds } from '../../wording/times.ts'
import { noteTable } from './note-table.ts'
import { MidiWaysOut, PartList } from './parts-panel.tsx'
import { Roll } from './roll.tsx'
import { RollBar } from './roll-bar.tsx'
import { timeGrid } from './time-grid.ts'
import styles from './transcribe.module.css'
import { useCompanion } from './use-companion.ts'
import { useRollCommands } from './use-transcribe-commands.ts'
import { NO_NOTES, type ShownNotes } from './use-transcription.ts'

const words = texts.transcribe.midi
/** The last tones die away behind the end of the notes. */
const TAIL_S = 1

export function MidiView({ midiId }: { midiId: string }) {
  const { transcribe } = useWindow()
  const { data, error } = useQuery({ ...midiFile(midiId), retry: false })
  const isSlow = useDelayed(data === undefined, 150)
  if (data !== undefined) return <MidiNotes key={data.id} file={data} />
  return (
    <main className={frame.view} aria-label={texts.transcribe.title}>
      <header className={frame.top}>
        <h1>{texts.transcribe.title}</h1>
        <TitleBarEnd />
      </header>
      <Blank role={error === null ? 'status' : 'alert'}>
        {error !== null ? (
          <>
            <p>{errorSentence(errorOf(error))}</p>
            <Button onClick={() => transcribe.set((now) => ({ ...now, midiId: null }))}>
              {words.another}
            </Button>
          </>
        ) : (
          isSlow && words.reading
        )}
      </Blank>
    </main>
  )
}

function MidiNotes({ file }: { file: MidiFileView }) {
  const { player } = useWindow()
  const act = useAct()
  const [isAsking, setAsking] = useState(false)
  const notes = useMidiNotes(file)
  const { played, table, change } = notes
  const close = (): void => change({ midiId: null })
  const copyLink = (): void =>
    void act(bridge.app.copyText({ text: linkTo('midi', file.id) }), () => words.copied)
  const remove = (): void =>
    void act(bridge.midi.remove({ midiId: file.id }), () => {
      close()
      return words.removed(file.name)
    })
  useRollCommands(notes)
  useCompanion(notes, null)
  useCommands([
    { id: 'copy-link', title: words.copyLink, section: 'Sound', run: copyLink },
    { id: 'remove-midi', title: words.remove, section: 'Sound', run: () => setAsking(true) },
  ])
  const isLoaded = useStore(player.state, ({ sound }) => sound?.id === played.id)
  const region = useStore(player.state, (state) => state.region)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a file
  useEffect(() => {
    void player.load(played, { isPlaying: false })
    // Without this view nothing of it sounds.
    return () => {
      if (player.state.get().sound?.id === played.id) player.unload()
    }
  }, [played.id])
  const { data: partFiles = [] } = useQuery({
    queryKey: ['midi', 'parts', file.id],
    queryFn: () => unwrap(bridge.midi.partFiles({ midiId: file.id })),
  })
  return (
    <main className={styles.view} aria-label={texts.transcribe.titleOf(file.name)}>
      <header className={frame.top}>
        <h1 className={styles.title}>{file.name}</h1>
        <span className={frame.meta}>
          {exactSeconds(file.durationS)} s · {words.kind} · {words.notes(file.noteCount)}
          {table.parts.length > 0 && ` · ${texts.transcribe.parts(table.parts.length)}`}
        </span>
        <TitleBarEnd />
      </header>
      <aside className={styles.left} aria-label={words.title}>
        <section className={styles.source} aria-label={words.file}>
          <div>
            <b title={file.name}>{file.name}</b>
            <Button weight="link" onClick={close}>
              {texts.transcribe.source.replace}
            </Button>
          </div>
        </section>
        <div className={styles.scroll}>
          <p className={styles.none}>{words.about}</p>
          <div className={styles.ask}>
            <Button onClick={copyLink}>{words.copyLink}</Button>
            <Button isDangerous onClick={() => setAsking(true)}>
              {words.remove}
            </Button>
          </div>
        </div>
      </aside>
      <section className={styles.work} aria-label={texts.transcribe.notes.title}>
        <RollBar notes={notes} match={null} region={isLoaded ? region : null} />
        <Roll notes={notes} region={isLoaded ? region : null} />
      </section>
      <aside className={styles.right} aria-label={words.parts}>
        <PartList notes={notes} partFiles={partFiles} />
        <MidiWaysOut file={file} partFiles={partFiles} />
      </aside>
      {isAsking && (
        <Confirm
          title={words.removeTitle(file.name)}
          action={words.removeAction}
          isDangerous
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          {words.removeText}
        </Confirm>
      )}
    </main>
  )
}

function useMidiNotes(file: MidiFileView): ShownNotes {
  const { transcribe } = useWindow()
  const state = useStore(transcribe)
  const { data: document = null } = useQuery(transcribedNotes(file.id, 'final'))
  const table = useMemo(() => noteTable(document?.notes ?? NO_NOTES), [document])
  const grid = useMemo(
    () => (document === null ? null : timeGrid(document, table.durationS)),
    [document, table],
  )
  const played: PlayerSound = useMemo(
    () => ({
      // Those of sounds are above zero.
      id: -file.number,
      name: file.name,
      detail: words.kind,
      durationS: file.durationS + TAIL_S,
      isSilent: true,
    }),
    [file],
  )
  return {
    played,
    state,
    table,
    grid,
    change: (part) =>
      transcribe.set((now) => ({ ...now, ...(typeof part === 'function' ? part(now) : part) })),
  }
}
