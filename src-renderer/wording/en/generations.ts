// Where a generation stands, as its row says it.

export const generations = {
  uploading: 'Uploading',
  stored: 'Waits to be sent',
  sending: 'Sending',
  collecting: 'Saving the takes',
  collectingNotes: 'Saving notes and score',
  unknown: 'Sent, fate unknown',
  doneInPart: 'Done in part',
  done: 'Done',
  failed: 'Failed',
  refused: 'Refused',
  canceled: 'Cancelled before it was sent',
  /** `estimate` such as "about 6 s", or null. */
  queued: (estimate: string | null) => `Queued by the service${estimate === null ? '' : `, ${estimate}`}`,
  generating: (left: string | null) => (left === null ? 'Generating' : `Generating, ${left} left`),
  transcribing: (left: string | null) => (left === null ? 'Transcribing' : `Transcribing, ${left} left`),
  serviceSays: (word: string) => `The service says “${word}”`,
  charged: (credits: string) => `${credits} charged`,
  quoted: (credits: string) => `${credits} quoted`,
}
