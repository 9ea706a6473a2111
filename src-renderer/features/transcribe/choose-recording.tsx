// What the view shows before a recording is chosen: a few letters find it, the newest stand there already.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Command as Cmdk } from 'cmdk'
import { type ReactNode, useEffect, useState } from 'react'
import { bridge, errorOf, type SoundRow } from '../../bridge.ts'
import palette from '../../commands/palette.module.css'
import { Button, Keys } from '../../components/button.tsx'
import { libraryPage, matches, type PageQuery } from '../../data/queries.ts'
import { useAct } from '../../data/use-act.ts'
import { useDelayed, useSettled } from '../../data/use-delayed.ts'
import { useWindow } from '../../window-state.ts'
import { errorSentence } from '../../wording/errors.ts'
import { texts } from '../../wording/texts.ts'
import { exactSeconds } from '../../wording/times.ts'
import { NEWEST_FIRST } from '../library/columns.ts'
import { MidiFiles } from './midi-files.tsx'
import styles from './transcribe.module.css'
import { transcribing } from './transcribe-state.ts'

const words = texts.transcribe.choosing
/** As many as the bridge finds at once; a longer list is not read, it is searched. */
const SHOWN = 20
const NEWEST: PageQuery = { text: '', filterByText: false, sort: NEWEST_FIRST }

export function ChooseRecording() {
  const { transcribe } = useWindow()
  return (
    <Choose
      title={words.title}
      onChoose={(row) => transcribe.set((now) => transcribing(now, row.id))}
      onImporting={(id) => transcribe.set((now) => ({ ...now, awaitedImportId: id }))}
      more={<MidiFiles />}
    >
      {words.text.before} <Keys of="mod+shift+t" /> {words.text.after}
    </Choose>
  )
}

/** What a view of one sound shows before there is one: what it does, the library, and a way to bring files. */
export function Choose({
  title,
  children,
  onChoose,
  onImporting,
  more,
}: {
  title: string
  children: ReactNode
  onChoose: (row: SoundRow) => void
  onImporting: (importId: number) => void
  /** What a view offers besides. */
  more?: ReactNode
}) {
  const act = useAct()
  return (
    <div className={styles.choose}>
      <h2>{title}</h2>
      <p>{children}</p>
      <RecordingList onChoose={onChoose} />
      <Button
        isLarge
        onClick={async () => {
          const started = await act(bridge.imports.choose({ what: 'files' }))
          if (started !== null) onImporting(started.id)
        }}
      >
        {words.importFiles} <Keys of="mod+o" />
      </Button>
      {more}
    </div>
  )
}

/** Sounds of the library to choose one of: a few letters find it. */
export function RecordingList({ onChoose }: { onChoose: (row: SoundRow) => void }) {
  const [text, setText] = useState('')
  const searched = useSettled(text.trim(), 60)
  const newest = useQuery(libraryPage(NEWEST, 0))
  const found = useQuery({
    ...matches(searched, SHOWN, NEWEST_FIRST),
    enabled: searched !== '',
    placeholderData: keepPreviousData,
  })
  const listing = searched === '' ? newest : found
  const rows = (listing.data?.rows ?? []).slice(0, SHOWN)
  const isSlow = useDelayed(listing.isPending, 150)
  const isAnswered = text.trim() === searched && listing.isSuccess && !listing.isPlaceholderData
  // Enter may be faster than the answer: it means the first of what is found, not of what still stands there.
  const [isEntered, setIsEntered] = useState(false)
  const first = rows.find(({ isMissing }) => !isMissing)
  useEffect(() => {
    if (!isEntered || !isAnswered) return
    setIsEntered(false)
    if (first !== undefined) onChoose(first)
  }, [isEntered, isAnswered, first, onChoose])
  return (
    <>
      <Cmdk
        label={words.recordings}
        shouldFilter={false}
        loop
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isAnswered) return
          event.preventDefault()
          setIsEntered(true)
        }}
      >
        <Cmdk.Input
          autoFocus
          placeholder={words.placeholder}
          className={palette.input}
          value={text}
          onValueChange={(typed) => {
            setText(typed)
            setIsEntered(false)
          }}
        />
        <Cmdk.List className={palette.list} label={words.recordings}>
          {rows.map((row) => (
            <RecordingItem key={row.id} row={row} onChoose={() => onChoose(row)} />
          ))}
        </Cmdk.List>
      </Cmdk>
      {listing.error !== null ? (
        <p role="alert">{errorSentence(errorOf(listing.error))}</p>
      ) : listing.isPending ? (
        <p role="status">{isSlow && words.reading}</p>
      ) : (
        rows.length === 0 && <p role="status">{searched === '' ? words.empty : words.nothing(searched)}</p>
      )}
    </>
  )
}

function RecordingItem({ row, onChoose }: { row: SoundRow; onChoose: () => void }) {
  return (
    <Cmdk.Item value={String(row.id)} disabled={row.isMissing} className={palette.item} onSelect={onChoose}>
      <span className={styles.title}>{row.name}</span>
      <span className={styles.length}>
        {row.isMissing ? words.missing : `${exactSeconds(row.durationMs / 1000)} s`}
      </span>
    </Cmdk.Item>
  )
}
