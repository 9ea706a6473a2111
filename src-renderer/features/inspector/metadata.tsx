// Facts of the file, and what the person says about the sound: tags and a note.
import { useState } from 'react'
import { bridge, type SoundDetail } from '../../bridge.ts'
import { IconButton } from '../../components/button.tsx'
import controls from '../../components/controls.module.css'
import { cx } from '../../components/cx.ts'
import { useAct } from '../../data/use-act.ts'
import { decimal, diskSize, loudness } from '../../wording/numbers.ts'
import styles from './inspector.module.css'

export function Metadata({ detail }: { detail: SoundDetail }) {
  return (
    <section className={styles.part}>
      <h3>Metadata</h3>
      <dl className={styles.facts}>
        {detail.category !== null && <Fact name="Category" value={detail.category} />}
        <Fact name="File" value={detail.isMissing ? `${detail.fileName} is missing` : detail.fileName} />
        <Fact name="Size" value={diskSize(detail.bytes)} />
        {detail.loudnessLufs !== null && (
          <Fact
            name="Loudness"
            value={`${loudness(detail.loudnessLufs)} LUFS${detail.truePeakDb === null ? '' : `, ${decimal(detail.truePeakDb, 1)} dBTP`}`}
          />
        )}
      </dl>
      <Tags detail={detail} />
      <Note key={detail.id} detail={detail} />
    </section>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles.wide}>
      <dt>{name}</dt>
      <dd title={value}>{value}</dd>
    </div>
  )
}

function Tags({ detail }: { detail: SoundDetail }) {
  const act = useAct()
  const [text, setText] = useState('')
  const add = (): void => {
    const tags = text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '' && !detail.tags.includes(tag))
    setText('')
    if (tags.length > 0) void act(bridge.library.change({ soundIds: [detail.id], patch: { addTags: tags } }))
  }
  return (
    <div className={cx(styles.tags, styles.note)}>
      {detail.tags.map((tag) => (
        <span key={tag} className={styles.tag}>
          {tag}
          <IconButton
            icon="x"
            isSmall
            label={`Remove the tag ${tag}`}
            onClick={() =>
              void act(bridge.library.change({ soundIds: [detail.id], patch: { removeTags: [tag] } }))
            }
          />
        </span>
      ))}
      <input
        className={cx(controls.input, styles.tagInput)}
        aria-label="Add a tag"
        placeholder="add a tag"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === ',') {
            event.preventDefault()
            add()
          }
        }}
      />
    </div>
  )
}

function Note({ detail }: { detail: SoundDetail }) {
  const act = useAct()
  return (
    <textarea
      className={cx(controls.area, styles.note)}
      aria-label="Note"
      placeholder="A note of your own"
      rows={2}
      defaultValue={detail.note}
      onBlur={(event) => {
        const note = event.currentTarget.value
        if (note !== detail.note) void act(bridge.library.change({ soundIds: [detail.id], patch: { note } }))
      }}
    />
  )
}
