// Where the speech to keep comes from: the clip itself, or a recording of the library beside it.
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Choosing, ChosenButton } from '../../components/choosing.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { texts } from '../../wording/texts.ts'
import { RecordingList } from '../transcribe/choose-recording.tsx'
import type { Video } from './use-video.ts'
import styles from './video.module.css'
import type { SpeechSource } from './video-state.ts'

export function SpeechField({ video }: { video: Video }) {
  const [isChoosing, setChoosing] = useState(false)
  const { speech } = video.state
  const words = texts.video.speech
  const choose = (next: SpeechSource | null): void => {
    video.change({ speech: next })
    setChoosing(false)
  }
  return (
    <span className={styles.field}>
      <em>{words.from}</em>
      <ChosenButton
        name={speech === null ? words.clip : speech.name}
        title={speech?.name}
        onClick={() => setChoosing(true)}
      />
      {isChoosing && (
        <Dialog title={words.title} onClose={() => setChoosing(false)}>
          <Choosing>
            <p>{words.about}</p>
            <RecordingList onChoose={({ id, name }) => choose({ soundId: id, name })} />
            <Button onClick={() => choose(null)}>{words.useClip}</Button>
          </Choosing>
        </Dialog>
      )}
    </span>
  )
}
