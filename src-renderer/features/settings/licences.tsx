// The licences of everything inside, some thousand lines, with a search that walks from place to place.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Button, IconButton } from '../../components/button.tsx'
import controls from '../../components/controls.module.css'
import { cx } from '../../components/cx.ts'
import { Dialog } from '../../components/dialog.tsx'
import { texts } from '../../wording/texts.ts'
import styles from './licences.module.css'
import { Read } from './parts.tsx'
import { licenceLines } from './queries.ts'

const words = texts.settings.about
/** Lines are drawn in chunks: the browser lays out those that are near. */
const CHUNK_LINES = 100
/** As the style sheet has it: places are found by their number. */
const LINE_PX = 16

export function Licences({ onClose }: { onClose: () => void }) {
  const query = useQuery(licenceLines)
  return (
    <Dialog title={words.noticesTitle} isWide onClose={onClose}>
      <Read query={query}>{(lines) => <Searched lines={lines} />}</Read>
      <div className={controls.dialogActions}>
        <Button onClick={onClose}>{words.close}</Button>
      </div>
    </Dialog>
  )
}

function Searched({ lines }: { lines: readonly string[] }) {
  const [wanted, setWanted] = useState('')
  const [place, setPlace] = useState(0)
  const scrollRef = useRef<HTMLElement>(null)
  const found = useMemo(() => placesOf(lines, wanted), [lines, wanted])
  const at = found[place] ?? null
  useEffect(() => {
    const box = scrollRef.current
    if (box !== null && at !== null) box.scrollTop = at * LINE_PX - box.clientHeight / 3
  }, [at])
  const walk = (step: number): void =>
    setPlace((now) => (found.length === 0 ? 0 : (now + step + found.length) % found.length))
  return (
    <>
      <search className={styles.searchBar}>
        <input
          className={cx(controls.input, styles.find)}
          type="search"
          // biome-ignore lint/a11y/noAutofocus: the person opened the dialog to look for something
          autoFocus
          aria-label={words.noticesFind}
          placeholder={words.noticesFind}
          value={wanted}
          spellCheck={false}
          onChange={(event) => {
            setWanted(event.currentTarget.value)
            setPlace(0)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            walk(event.shiftKey ? -1 : 1)
          }}
        />
        <span role="status">
          {wanted.trim() === ''
            ? ''
            : found.length === 0
              ? words.noticesNone
              : words.noticesFound(place + 1, found.length)}
        </span>
        <IconButton icon="up" label={words.previous} disabled={found.length === 0} onClick={() => walk(-1)} />
        <IconButton icon="down" label={words.next} disabled={found.length === 0} onClick={() => walk(1)} />
      </search>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what it can focus */}
      <section ref={scrollRef} className={styles.licences} aria-label={words.noticesTitle} tabIndex={0}>
        {Array.from({ length: Math.ceil(lines.length / CHUNK_LINES) }, (_, chunk) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines do not change while they are shown
          <Chunk key={chunk} lines={lines} from={chunk * CHUNK_LINES} at={at} />
        ))}
      </section>
    </>
  )
}

interface ChunkProps {
  readonly lines: readonly string[]
  readonly from: number
  /** The line that is marked, wherever it is. */
  readonly at: number | null
}

function Chunk({ lines, from, at }: ChunkProps) {
  const own = lines.slice(from, from + CHUNK_LINES)
  const style = { containIntrinsicHeight: `${own.length * LINE_PX}px` }
  if (at === null || at < from || at >= from + own.length) return <pre style={style}>{own.join('\n')}</pre>
  const before = own.slice(0, at - from).map((line) => `${line}\n`)
  const after = own.slice(at - from + 1).map((line) => `\n${line}`)
  return (
    <pre style={style}>
      {before.join('')}
      <mark>{own[at - from] || ' '}</mark>
      {after.join('')}
    </pre>
  )
}

/** Numbers of the lines that hold what is wanted. */
function placesOf(lines: readonly string[], wanted: string): readonly number[] {
  const letters = wanted.trim().toLowerCase()
  if (letters === '') return []
  return lines.flatMap((line, index) => (line.toLowerCase().includes(letters) ? [index] : []))
}
