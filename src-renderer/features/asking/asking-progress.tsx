// While a service is asked: how much of the file is with it, and the way out.
import type { UploadProgress } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { ProgressBar } from '../../components/progress-bar.tsx'
import { diskSize, percent } from '../../wording/numbers.ts'
import styles from './asking.module.css'

export interface UploadWords {
  /** Name of the line. */
  readonly upload: string
  readonly uploading: (done: string, whole: string, percent: string) => string
}
interface Words extends UploadWords {
  /** While nothing is uploaded. */
  readonly looking: string
  readonly cancel: string
}

const uploadedShare = ({ doneBytes, totalBytes }: UploadProgress): number =>
  doneBytes / Math.max(1, totalBytes)

/** An upload in words ("Uploading the clip: 12.3 MB of 210 MB, 6 %"), with its line. */
export function Upload({ upload, words }: { upload: UploadProgress; words: UploadWords }) {
  const share = uploadedShare(upload)
  return (
    <>
      <p>{words.uploading(diskSize(upload.doneBytes), diskSize(upload.totalBytes), percent(share))}</p>
      <ProgressBar className={styles.uploaded} label={words.upload} done={share} />
    </>
  )
}

interface Props {
  /** Null while nothing is uploaded: the service is at work. */
  readonly upload: UploadProgress | null
  readonly words: Words
  readonly cancel: () => void
}

export function AskingProgress({ upload, words, cancel }: Props) {
  return (
    <div className={styles.asking}>
      {upload === null ? <p role="status">{words.looking}</p> : <Upload upload={upload} words={words} />}
      <Button className={styles.giveUp} onClick={cancel}>
        {words.cancel}
      </Button>
    </div>
  )
}
