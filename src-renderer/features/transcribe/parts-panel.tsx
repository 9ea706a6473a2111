// The column at the right: the parts with their mutes, the engraved score, and every way out.

import { useQuery } from '@tanstack/react-query'
import { bridge, type MidiFileView, type TranscriptionFileView, unwrap } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { TrackSwitch } from '../../components/track-switch.tsx'
import { useAct } from '../../data/use-act.ts'
import { grouped } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import { instrumentName, type Part } from './note-table.ts'
import { ScorePane } from './score-pane.tsx'
import styles from './transcribe.module.css'
import { isPartHeard, toggled } from './transcribe-state.ts'
import type { ShownNotes, Transcription } from './use-transcription.ts'

const words = texts.transcribe.side
const out = texts.transcribe.exports

export function PartsPanel({ transcription }: { transcription: Transcription }) {
  const { shown, table } = transcription
  const isDone = shown?.generation.state === 'done'
  const generationId = shown?.generation.id ?? ''
  const { data: partFiles = [] } = useQuery({
    queryKey: ['transcription-parts', generationId],
    queryFn: () => unwrap(bridge.transcriptions.partFiles({ generationId })),
    enabled: isDone && table.count > 0,
  })
  return (
    <aside className={styles.right} aria-label={words.label}>
      <PartList notes={transcription} partFiles={partFiles} />
      {!transcription.isScoreLarge && <ScorePane transcription={transcription} />}
      {isDone && <WaysOut transcription={transcription} partFiles={partFiles} />}
    </aside>
  )
}

/** The parts with their counts, mutes and files. */
export function PartList({
  notes,
  partFiles,
}: {
  notes: ShownNotes
  partFiles: readonly TranscriptionFileView[]
}) {
  const { table } = notes
  return (
    <>
      <header className={styles.head}>
        <h2>{words.title}</h2>
        <span className={styles.note}>{table.count > 0 && words.notes}</span>
      </header>
      {table.parts.length === 0 ? (
        <p className={styles.none}>{words.none}</p>
      ) : (
        <ul className={styles.parts}>
          {table.parts.map((part) => (
            <PartRow
              key={part.instrument}
              part={part}
              notes={notes}
              file={partFiles.find((file) => file.part === part.instrument) ?? null}
            />
          ))}
        </ul>
      )}
    </>
  )
}

interface PartRowProps {
  readonly part: Part
  readonly notes: ShownNotes
  /** Its MIDI, once that is made. */
  readonly file: TranscriptionFileView | null
}

function PartRow({ part, notes, file }: PartRowProps) {
  const { state } = notes
  const { instrument } = part
  const name = instrumentName(instrument)
  const isChosen = state.chosenPart === instrument
  return (
    <li data-chosen={isChosen} data-heard={isPartHeard(state, instrument)}>
      <i style={{ background: `var(--part-${part.hue + 1})` }} />
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={() => notes.change({ chosenPart: isChosen ? null : instrument })}
      >
        {name}
      </button>
      <span>{grouped(part.count)}</span>
      <TrackSwitch
        label={words.mute(name)}
        mark={words.muteShort}
        isOn={state.mutedParts.has(instrument)}
        onToggle={() => notes.change((now) => ({ mutedParts: toggled(now.mutedParts, instrument) }))}
      />
      <TrackSwitch
        label={words.solo(name)}
        mark={words.soloShort}
        isOn={state.soloParts.has(instrument)}
        onToggle={() => notes.change((now) => ({ soloParts: toggled(now.soloParts, instrument) }))}
      />
      {file === null ? <span /> : <DragFiles files={[file]}>{out.midi}</DragFiles>}
    </li>
  )
}

interface WaysOutProps {
  readonly transcription: Transcription
  /** The MIDI of each part, once they are made. */
  readonly partFiles: readonly TranscriptionFileView[]
}

function WaysOut({ transcription, partFiles }: WaysOutProps) {
  const act = useAct()
  const copyOut = useCopyOut()
  const { shown } = transcription
  if (shown === null) return null
  const { files, generation } = shown
  const midi = files.filter(({ kind, part }) => kind === 'midi' && part === null)
  const xml = files.filter(({ kind }) => kind === 'musicxml')
  const pdfs = files.filter(({ kind }) => kind === 'score' || kind === 'part' || kind === 'tablature')
  const bundle = files.filter(({ kind }) => kind === 'bundle')
  const exportNotes = (format: 'json' | 'csv'): void =>
    void act(bridge.transcriptions.exportNotes({ generationId: generation.id, format }), (done) =>
      done === null ? null : out.written(done.fileName, done.folderName),
    )
  const [whole] = midi
  return (
    <section className={styles.out} aria-label={out.title}>
      {whole !== undefined && (
        <DragFiles files={midi} isPrimary>
          {out.drag}
        </DragFiles>
      )}
      {xml.length > 0 && <DragFiles files={xml}>{out.musicXml}</DragFiles>}
      {pdfs.length > 0 && <DragFiles files={pdfs}>{out.pdfs(pdfs.length)}</DragFiles>}
      {bundle.length > 0 && <DragFiles files={bundle}>{out.zip}</DragFiles>}
      <Button disabled={files.length === 0} onClick={() => copyOut(withParts(files, partFiles))}>
        {out.all}
      </Button>
      <Button onClick={() => exportNotes('json')}>{out.json}</Button>
      <Button onClick={() => exportNotes('csv')}>{out.csv}</Button>
      {whole !== undefined && <AtHand file={whole} />}
    </section>
  )
}

/** Of an opened MIDI file: the file itself, and its notes for other programs. */
export function MidiWaysOut({
  file,
  partFiles,
}: {
  file: MidiFileView
  partFiles: readonly TranscriptionFileView[]
}) {
  const act = useAct()
  const copyOut = useCopyOut()
  const whole = file.files.filter(({ part }) => part === null)
  const exportNotes = (format: 'json' | 'csv'): void =>
    void act(bridge.midi.exportNotes({ midiId: file.id, format }), (done) =>
      done === null ? null : out.written(done.fileName, done.folderName),
    )
  const [first] = whole
  return (
    <section className={styles.out} aria-label={out.title}>
      <DragFiles files={whole} isPrimary>
        {out.drag}
      </DragFiles>
      <Button onClick={() => copyOut(withParts(whole, partFiles))}>{out.all}</Button>
      <Button onClick={() => exportNotes('json')}>{out.json}</Button>
      <Button onClick={() => exportNotes('csv')}>{out.csv}</Button>
      {first !== undefined && <AtHand file={first} />}
    </section>
  )
}

/** All of them once: a result may list the files of its parts itself. */
const withParts = (
  files: readonly TranscriptionFileView[],
  partFiles: readonly TranscriptionFileView[],
): readonly TranscriptionFileView[] => [
  ...files,
  ...partFiles.filter(({ id }) => !files.some((file) => file.id === id)),
]

/** The whole MIDI for programs that take no drop. */
function AtHand({ file }: { file: TranscriptionFileView }) {
  const act = useAct()
  return (
    <>
      <Button
        onClick={() =>
          void act(bridge.transcriptions.copyFiles({ fileIds: [file.id] }), () => out.onClipboard)
        }
      >
        {out.copy}
      </Button>
      <Button onClick={() => void act(bridge.transcriptions.reveal({ fileId: file.id }))}>
        {out.reveal}
      </Button>
    </>
  )
}

/** Asks for a folder, copies the files there, and says so. */
function useCopyOut(): (files: readonly TranscriptionFileView[]) => void {
  const act = useAct()
  return (files) =>
    void act(bridge.transcriptions.export({ fileIds: files.map(({ id }) => id) }), (done) =>
      done === null ? null : out.copied(done.exported, done.folderName),
    )
}

interface DragFilesProps {
  readonly files: readonly TranscriptionFileView[]
  readonly isPrimary?: boolean
  readonly children: React.ReactNode
}

/** Files that lie ready: dragged out of the window, or copied into a folder by a press. */
function DragFiles({ files, isPrimary = false, children }: DragFilesProps) {
  const copyOut = useCopyOut()
  return (
    <Button
      weight={isPrimary ? 'primary' : 'plain'}
      className={styles.drag}
      draggable
      title={out.dragTitle}
      onDragStart={(event) => {
        event.preventDefault()
        bridge.transcriptions.drag({ fileIds: files.map(({ id }) => id) })
      }}
      onClick={() => copyOut(files)}
    >
      {children} <Icon name="grip" size={12} />
    </Button>
  )
}
