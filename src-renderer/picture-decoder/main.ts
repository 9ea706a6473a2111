// The page of the hidden window: takes its one piece of work, decodes the clip with WebCodecs, hands on what comes of it.
import { ALL_FORMATS, Input } from 'mediabunny'
import { readFacts } from './facts.ts'
import { sendFrames } from './frames.ts'
import { rangedFile } from './ranged-file.ts'
import { sendSound } from './sound.ts'
import { broken, type Outcome, type Send, type Work } from './work.ts'

const base = `/picture/${location.hash.slice(1)}`

const post = (what: 'part' | 'end', body: BodyInit): Promise<Response> =>
  fetch(`${base}/${what}`, { method: 'POST', body })

const send: Send = async (bytes) => {
  const answer = await post('part', bytes)
  if (!answer.ok) throw new Error('nobody takes what is decoded any more')
}

async function run(work: Work): Promise<Outcome> {
  // The clip behind its one-time address.
  const input = new Input({ source: rangedFile(`${base}/file`), formats: ALL_FORMATS })
  try {
    switch (work.kind) {
      case 'facts':
        return await readFacts(input)
      case 'frames':
        return await sendFrames(input, work, send)
      case 'sound':
        return await sendSound(input, work, send)
    }
  } finally {
    input.dispose()
  }
}

async function begin(): Promise<void> {
  // Our own main process wrote it, and checked it by its schema.
  const work = (await (await fetch(`${base}/work`)).json()) as Work
  const outcome = await run(work).catch((error: unknown) =>
    broken(`the file is damaged or cut off (${error instanceof Error ? error.message : String(error)})`),
  )
  await post(
    'end',
    JSON.stringify(outcome.ok ? outcome : { ...outcome, message: outcome.message.slice(0, 1000) }),
  )
}

void begin()
