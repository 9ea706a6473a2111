// The MIDI files that were opened, to be found again: all of them where a recording is chosen, those that a search names above the library's table.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bridge, type MidiFileRow } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { midiFiles } from '../../data/queries.ts'
import { useAct } from '../../data/use-act.ts'
import { useWindow } from '../../window-state.ts'
import { texts } from '../../wording/texts.ts'
import { Pages } from '../library/sound-list.tsx'
import styles from './transcribe.module.css'
import { openingMidi } from './transcribe-state.ts'

const words = texts.transcribe.midi
/** As many as are taken in at a glance. */
const PAGE_FILES = 10
/** As many as have room in a line. */
const LINE_FILES = 4

/** Those that were opened before, newest first, and a way to open more. */
export function MidiFiles() {
  const act = useAct()
  const [page, setPage] = useState(0)
  const { data } = useQuery({
    ...midiFiles({ text: '', offset: page * PAGE_FILES, limit: PAGE_FILES }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={styles.midiFiles} aria-label={words.list}>
      <Button isLarge onClick={() => void act(bridge.midi.choose())}>
        {words.open}
      </Button>
      {data !== undefined && data.total > 0 && (
        <>
          <h3>{words.list}</h3>
          <ul>
            {data.rows.map((row) => (
              <li key={row.id}>
                <MidiButton row={row} />
              </li>
            ))}
          </ul>
          <Pages
            page={page}
            pages={Math.ceil(data.total / PAGE_FILES)}
            before={words.newer}
            after={words.older}
            onPage={setPage}
          />
        </>
      )}
    </section>
  )
}

/** One line above the sounds: the newest MIDI files whose names have the words. Nothing where there are none. */
export function MidiLine({ text }: { text: string }) {
  const { transcribe, view } = useWindow()
  const { data } = useQuery({
    ...midiFiles({ text, offset: 0, limit: LINE_FILES }),
    placeholderData: keepPreviousData,
  })
  if (data === undefined || data.total === 0) return null
  return (
    <section className={styles.midiLine} aria-label={words.list}>
      <h2>{words.list}</h2>
      {data.rows.map((row) => (
        <MidiButton key={row.id} row={row} />
      ))}
      {data.total > LINE_FILES && (
        <Button
          weight="link"
          onClick={() => {
            transcribe.set((now) => ({ ...now, soundId: null, midiId: null }))
            view.set('transcribe')
          }}
        >
          {words.all(data.total)}
        </Button>
      )}
    </section>
  )
}

function MidiButton({ row }: { row: MidiFileRow }) {
  const { transcribe, view } = useWindow()
  return (
    <Button
      title={row.name}
      onClick={() => {
        transcribe.set((now) => openingMidi(now, row.id))
        view.set('transcribe')
      }}
    >
      <span className={styles.title}>{row.name}</span>{' '}
      <span className={styles.length}>{words.notes(row.noteCount)}</span>
    </Button>
  )
}
