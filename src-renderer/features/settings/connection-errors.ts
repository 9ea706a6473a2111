// Why a connection does not work, each reason with its own sentence.
import type { BridgeError } from '../../bridge.ts'
import { asSentence } from '../../wording/errors.ts'

/** The main process words addresses and networks best; the key's sentences are ours, since they say what to do. */
export function connectionErrorText(error: BridgeError): string {
  switch (error.code) {
    case 'unauthorized':
      return 'The service answered, but refused the key. Copy it again from the account.'
    case 'forbidden':
      return 'The key is right, but its account may not use this service.'
    default:
      return asSentence(error.message)
  }
}
