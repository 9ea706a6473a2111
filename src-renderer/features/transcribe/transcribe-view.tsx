// A recording as notes and as a score: what was heard, beside what was played.

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { errorOf, type SoundDetail } from '../../bridge.ts'
import { Blank } from '../../components/blank.tsx'
import { Keys } from '../../components/button.tsx'
import { sound } from '../../data/queries.ts'
import { useDelayed } from '../../data/use-delayed.ts'
import { TitleBarEnd } from '../../frame/account.tsx'
import frame from '../../frame/frame.module.css'
import { useStore } from '../../store.ts'
import { useWindow } from '../../window-state.ts'
import { errorSentence } from '../../wording/errors.ts'
import { isInFlight, progressText } from '../../wording/generations.ts'
import { channelCount, sampleRate } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import { clock, exactSeconds } from '../../wording/times.ts'
import { useAwaitedImport } from '../imports/awaited-import.ts'
import { ImportStrip } from '../imports/import-strip.tsx'
import { useSoundCommands } from '../inspector/use-sound-actions.tsx'
import { playerSound } from '../library/player-sound.ts'
import { ChooseRecording } from './choose-recording.tsx'
import { MidiView } from './midi-view.tsx'
import { PartsPanel } from './parts-panel.tsx'
import { Roll } from './roll.tsx'
import { RollBar } from './roll-bar.tsx'
import { ScorePane } from './score-pane.tsx'
import styles from './transcribe.module.css'
import { TranscribePanel } from './transcribe-panel.tsx'
import { transcribing } from './transcribe-state.ts'
import { useCompanion } from './use-companion.ts'
import { useNotesMatch } from './use-notes-match.ts'
import { useTranscribeCommands } from './use-transcribe-commands.ts'
import { useTranscription } from './use-transcription.ts'

const words = texts.transcribe

export function TranscribeView() {
  const { transcribe, inspectedId } = useWindow()
  const soundId = useStore(transcribe, (state) => state.soundId)
  useAwaitedImport(transcribe, transcribing)
  const midiId = useStore(transcribe, (state) => state.midiId)
  const { data, error } = useQuery({ ...sound(soundId ?? 0), enabled: soundId !== null })
  const detail = soundId === null ? undefined : data
  const isSlow = useDelayed(soundId !== null && detail === undefined, 150)
  // What is transcribed is what actions from palette and menu are about.
  useEffect(() => {
    if (soundId !== null) inspectedId.set(soundId)
  }, [soundId, inspectedId])
  if (midiId !== null) return <MidiView midiId={midiId} />
  if (detail !== undefined) return <Transcriber key={detail.id} detail={detail} />
  return (
    <main className={frame.view} aria-label={words.title}>
      <header className={frame.top}>
        <h1>{words.title}</h1>
        <TitleBarEnd />
      </header>
      <ImportStrip />
      {soundId === null ? (
        <ChooseRecording />
      ) : (
        <Blank role={error === null ? 'status' : 'alert'}>
          {error !== null ? errorSentence(errorOf(error)) : isSlow && words.reading}
        </Blank>
      )}
    </main>
  )
}

function Transcriber({ detail }: { detail: SoundDetail }) {
  const { player } = useWindow()
  const transcription = useTranscription(detail)
  const { shown, table } = transcription
  const actions = useSoundCommands(detail)
  useTranscribeCommands(transcription)
  const match = useNotesMatch(transcription)
  useCompanion(transcription, match.gains)
  const isLoaded = useStore(player.state, ({ sound: loaded }) => loaded?.id === detail.id)
  const region = useStore(player.state, (state) => state.region)
  // The sound is there to be heard before anything is pressed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a sound, not for each change of its facts
  useEffect(() => {
    if (!isLoaded && !detail.isMissing) void player.load(playerSound(detail), { isPlaying: false })
  }, [detail.id])
  const job = shown?.generation ?? null
  return (
    <main className={styles.view} aria-label={words.titleOf(detail.name)}>
      <header className={frame.top}>
        <h1 className={styles.title}>{detail.name}</h1>
        <span className={frame.meta}>
          {exactSeconds(detail.durationMs / 1000)} s · {sampleRate(detail.sampleRate)}{' '}
          {channelCount(detail.channels)}
          {table.parts.length > 0 && ` · ${words.parts(table.parts.length)}`}
          {job?.finishedAtMs != null &&
            job.state === 'done' &&
            ` · ${words.transcribedAt(clock(job.finishedAtMs))}`}
        </span>
        <TitleBarEnd />
      </header>
      <TranscribePanel transcription={transcription} />
      <section className={styles.work} aria-label={words.notes.title}>
        {table.count > 0 && <RollBar notes={transcription} match={match} region={isLoaded ? region : null} />}
        {table.count === 0 ? (
          <Blank>
            {job === null ? (
              <>
                <h2>{words.notes.none}</h2>
                <p>
                  {words.notes.noneText.before} <Keys of="mod+enter" />
                  {words.notes.noneText.after}
                </p>
              </>
            ) : isInFlight(job) ? (
              <p role="status">{progressText(job)}</p>
            ) : job.state === 'done' ? (
              <p>{words.notes.nothingHeard}</p>
            ) : (
              <>
                <h2>{words.notes.noneCame}</h2>
                <p>{words.notes.noneCameText}</p>
              </>
            )}
          </Blank>
        ) : transcription.isScoreLarge ? (
          <ScorePane transcription={transcription} />
        ) : (
          <Roll notes={transcription} region={isLoaded ? region : null} />
        )}
      </section>
      <PartsPanel transcription={transcription} />
      {actions.dialog}
    </main>
  )
}
