// While sounds are looked for: how much of the clip is with the service, and the way out.
import type { UploadProgress } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { ProgressBar } from '../../components/progress-bar.tsx'
import { diskSize, percent } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import styles from './video.module.css'

const words = texts.video.finding

/** "Uploading the clip: 12.3 MB of 210 MB, 6 %" */
export function uploadText({ doneBytes, totalBytes }: UploadProgress): string {
  return words.uploading(
    diskSize(doneBytes),
    diskSize(totalBytes),
    percent(uploadedShare({ doneBytes, totalBytes })),
  )
}

const uploadedShare = ({ doneBytes, totalBytes }: UploadProgress): number =>
  doneBytes / Math.max(1, totalBytes)

/** An upload in words, with its line. */
export function Upload({ upload }: { upload: UploadProgress }) {
  return (
    <>
      <p>{uploadText(upload)}</p>
      <ProgressBar className={styles.uploaded} label={words.upload} done={uploadedShare(upload)} />
    </>
  )
}

/** @param upload null while nothing is uploaded: the service looks at the picture */
export function Finding({ upload, cancel }: { upload: UploadProgress | null; cancel: () => void }) {
  return (
    <div className={styles.finding}>
      {upload === null ? <p role="status">{words.looking}</p> : <Upload upload={upload} />}
      <Button className={styles.giveUp} onClick={cancel}>
        {words.cancel}
      </Button>
    </div>
  )
}
