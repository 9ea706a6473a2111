// Facts of the file, and what the person says about the sound: tags and a note.
import { useState } from 'react'
import { bridge, type SoundDetail } from '../../bridge.ts'
import controls from '../../components/controls.module.css'
import { cx } from '../../components/cx.ts'
import { useAct } from '../../data/use-act.ts'
import { decimal, diskSize, loudness } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import { CategoryFact } from './category.tsx'
import styles from './inspector.module.css'
import { Tags } from './tags.tsx'
import type { SoundActions } from './use-sound-actions.tsx'

const words = texts.inspector.metadata

export function Metadata({ detail, actions }: { detail: SoundDetail; actions: SoundActions }) {
  return (
    <section className={styles.part}>
      <h3>{words.title}</h3>
      <dl className={styles.facts}>
        <CategoryFact soundId={detail.id} actions={actions} />
        {detail.category !== null && <Fact name={words.category} value={detail.category} />}
        <Fact name={words.file} value={detail.isMissing ? words.missing(detail.fileName) : detail.fileName} />
        <Fact name={words.size} value={diskSize(detail.bytes)} />
        {detail.loudnessLufs !== null && (
          <Fact
            name={words.loudness}
            value={words.level(
              loudness(detail.loudnessLufs),
              detail.truePeakDb === null ? null : decimal(detail.truePeakDb, 1),
            )}
          />
        )}
      </dl>
      <Tags key={detail.id} detail={detail} actions={actions} />
      {/* Undo puts the earlier note back into the field, too. */}
      <Note key={`${detail.id} ${detail.note}`} detail={detail} />
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

function Note({ detail }: { detail: SoundDetail }) {
  const act = useAct()
  // A note that is undone at once never came here as a fact: the field is drawn anew once it is written down.
  const [saves, setSaves] = useState(0)
  return (
    <textarea
      key={saves}
      className={cx(controls.area, styles.note)}
      aria-label={words.note}
      placeholder={words.noNote}
      rows={2}
      defaultValue={detail.note}
      onBlur={(event) => {
        const note = event.currentTarget.value
        if (note === detail.note) return
        // A note that was refused stays in the field.
        void act(bridge.library.change({ soundIds: [detail.id], patch: { note } }), () => {
          setSaves((now) => now + 1)
          return null
        })
      }}
    />
  )
}
