// Why something was not done, what it would cost, and the number to ask the service with.
import type { BridgeError } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { CopyText } from '../../components/fields.tsx'
import { errorSentence } from '../../wording/errors.ts'
import { texts } from '../../wording/texts.ts'
import styles from './transcribe.module.css'

const words = texts.transcribe

export function Refused({ error, approve }: { error: BridgeError; approve?: () => void }) {
  return (
    <div className={styles.refused} role="alert">
      <p>{errorSentence(error)}</p>
      {error.approval !== undefined && approve !== undefined && (
        <Button onClick={approve}>{words.pay.spend(error.approval.credits)}</Button>
      )}
      {error.requestId !== undefined && <CopyText text={error.requestId} what={words.requestId} />}
    </div>
  )
}
