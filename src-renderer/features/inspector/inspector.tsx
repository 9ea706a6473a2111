// Everything known of one sound, and everything that can be done with it.
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { errorOf, type SoundDetail } from '../../bridge.ts'
import { sound } from '../../data/queries.ts'
import { useDelayed } from '../../data/use-delayed.ts'
import { useStore } from '../../store.ts'
import { useWindow } from '../../window-state.ts'
import { errorSentence } from '../../wording/errors.ts'
import { texts } from '../../wording/texts.ts'
import { Actions } from './actions.tsx'
import { Alike } from './alike.tsx'
import styles from './inspector.module.css'
import { LargeWave } from './large-wave.tsx'
import { Lineage } from './lineage.tsx'
import { Metadata } from './metadata.tsx'
import { RequestPart } from './request-part.tsx'
import { Title } from './title.tsx'
import { useSoundCommands } from './use-sound-actions.tsx'
import { Variants } from './variants.tsx'

export const Inspector = memo(function Inspector() {
  const { inspectedId } = useWindow()
  const id = useStore(inspectedId)
  const { data, error } = useQuery({ ...sound(id ?? 0), enabled: id !== null })
  const detail = id === null ? undefined : data
  const isSlow = useDelayed(id !== null && detail === undefined, 150)
  return (
    <aside className={styles.inspector} aria-label={texts.inspector.title}>
      {detail !== undefined ? (
        <Detail key={detail.id} detail={detail} />
      ) : (
        <p className={styles.nothing} role={error === null ? undefined : 'alert'}>
          {id === null
            ? texts.inspector.nothing
            : error !== null
              ? errorSentence(errorOf(error))
              : isSlow && texts.inspector.reading}
        </p>
      )}
    </aside>
  )
})

function Detail({ detail }: { detail: SoundDetail }) {
  const actions = useSoundCommands(detail)
  return (
    <>
      <div className={styles.scroll}>
        <Title detail={detail} actions={actions} />
        <LargeWave detail={detail} />
        {detail.takes.length > 1 && <Variants detail={detail} />}
        <RequestPart detail={detail} />
        <Lineage detail={detail} />
        <Alike key={detail.id} detail={detail} />
        <Metadata detail={detail} actions={actions} />
      </div>
      <Actions detail={detail} actions={actions} />
      {actions.dialog}
    </>
  )
}
