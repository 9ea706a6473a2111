// Facts of the file, and what the person says about the sound: tags and a note.
import { useState } from 'react'
import { bridge, type SoundDetail } from '../../bridge.ts'
import { IconButton } from '../../components/button.tsx'
import controls from '../../components/controls.module.css'
import { cx } from '../../components/cx.ts'
import { useAct } from '../../data/use-act.ts'
import { decimal, diskSize, loudness } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import { exactSeconds } from '../../wording/times.ts'
import { pitchName } from '../transcribe/note-table.ts'
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
        <div className={styles.wide}>
          <dt>{words.rating}</dt>
          <dd>
            <Rating rating={detail.rating} actions={actions} />
          </dd>
        </div>
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
        <Measured detail={detail} />
      </dl>
      <Tags key={detail.id} detail={detail} actions={actions} />
      {/* Undo puts the earlier note back into the field, too. */}
      <Note key={`${detail.id} ${detail.note}`} detail={detail} actions={actions} />
    </section>
  )
}

/** Less than this at an end is how sounds begin and end. */
const SILENCE_MS = 20

function Measured({ detail }: { detail: SoundDetail }) {
  const { headSilenceMs, tailSilenceMs, tempoBpm, pitchHz, factsError } = detail
  const ends = [
    (headSilenceMs ?? 0) < SILENCE_MS ? null : words.silentHead(exactSeconds((headSilenceMs ?? 0) / 1000)),
    (tailSilenceMs ?? 0) < SILENCE_MS ? null : words.silentTail(exactSeconds((tailSilenceMs ?? 0) / 1000)),
  ].filter((text) => text !== null)
  return (
    <>
      {ends.length > 0 && <Fact name={words.silence} value={ends.join(', ')} />}
      {pitchHz !== null && (
        <Fact name={words.pitch} value={words.hertz(decimal(pitchHz, 1), noteOf(pitchHz))} />
      )}
      {tempoBpm !== null && <Fact name={words.tempo} value={words.bpm(decimal(tempoBpm, 1))} />}
      {factsError !== null && <Fact name={words.measured} value={words.notMeasured} />}
    </>
  )
}

/** The nearest note of the tempered scale, A4 at 440 Hz. */
function noteOf(hz: number): string {
  return pitchName(Math.max(0, Math.round(69 + 12 * Math.log2(hz / 440))))
}

function Rating({ rating, actions }: { rating: number; actions: SoundActions }) {
  return [1, 2, 3, 4, 5].map((stars) => (
    <IconButton
      key={stars}
      icon="star"
      isSmall
      label={
        stars === rating
          ? texts.inspector.commands.noRating
          : texts.inspector.commands.rate('★'.repeat(stars))
      }
      aria-pressed={stars <= rating}
      isFilled={stars <= rating}
      className={cx(stars <= rating && styles.on)}
      onClick={() => actions.change({ rating: stars === rating ? 0 : stars })}
    />
  ))
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles.wide}>
      <dt>{name}</dt>
      <dd title={value}>{value}</dd>
    </div>
  )
}

function Note({ detail, actions }: { detail: SoundDetail; actions: SoundActions }) {
  const act = useAct()
  // A note that is undone at once never came here as a fact: the field is drawn anew once it is written down.
  const [saves, setSaves] = useState(0)
  return (
    <textarea
      key={saves}
      ref={actions.noteField}
      className={cx(controls.area, styles.note)}
      aria-label={words.note}
      placeholder={words.noNote}
      rows={2}
      defaultValue={detail.note}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        actions.leaveField()
      }}
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
