// The second thread that reads windows with the note model: what is heard is the same with it, without it, and where it fails on the way.
import { afterAll, describe, expect, test } from 'vitest'
import {
  loadNoteModel,
  type NoteModel,
} from '../../../../src-main/local-service/transcription/listening/note-model.ts'
import { KEYS } from '../../../../src-main/local-service/transcription/listening/posteriors.ts'
import {
  type SecondReader,
  startSecondReader,
} from '../../../../src-main/local-service/transcription/listening/second-reader.ts'
import { TRANSCRIPTION_WORKER_URL } from '../../../transcription-worker.ts'

const BROKEN = new URL('data:text/javascript,throw new Error("broken")')
const PATIENT = { timeout: 60_000 }
const SAMPLE_RATE = 22_050
/** Eleven seconds: seven windows, an odd number, so that the last is not one of two. */
const tones = Float32Array.from({ length: 11 * SAMPLE_RATE }, (_, index) => {
  const seconds = index / SAMPLE_RATE
  const pitch = 60 + 3 * Math.floor(seconds * 2)
  return (
    0.3 * Math.exp(-4 * (seconds % 0.5)) * Math.sin(2 * Math.PI * 440 * 2 ** ((pitch - 69) / 12) * seconds)
  )
})

/** All that is heard of the tones, as it can be compared. */
function hear({ listen }: NoteModel, onProgress?: Parameters<NoteModel['listen']>[1]) {
  const { traits, ...values } = listen(tones, onProgress)
  const places = Array.from({ length: values.frameCount * KEYS }, (_, place) =>
    traits.at(Math.floor(place / KEYS), place % KEYS),
  )
  return { ...values, places }
}

const alone = hear(await loadNoteModel())
const readers: SecondReader[] = []
const start = (url: URL): SecondReader => {
  const reader = startSecondReader(url)
  readers.push(reader)
  return reader
}
afterAll(() => Promise.all(readers.map((reader) => reader.close())))

/** Counts what a reader is asked, and answers in its place where it is told to. */
function watched(
  reader: SecondReader,
  end: (asked: number) => ReturnType<SecondReader['end']> = () => reader.end(),
) {
  let asked = 0
  const second: SecondReader = {
    ...reader,
    begin(samples) {
      asked++
      reader.begin(samples)
    },
    end: () => end(asked),
  }
  return { second, asked: () => asked }
}

describe('a second reader', { timeout: 120_000 }, () => {
  test('has something to hear', () => {
    expect(alone.places.filter(Boolean).length).toBeGreaterThan(20)
  })

  test('takes every other window, in order, with the same result, recording after recording', async () => {
    const reader = start(TRANSCRIPTION_WORKER_URL)
    await expect.poll(reader.isReady, PATIENT).toBe(true)
    const { second, asked } = watched(reader)
    const model = await loadNoteModel(second)
    for (let recording = 1; recording <= 2; recording++) {
      const shares: number[] = []
      expect(hear(model, (_, share) => shares.push(share))).toEqual(alone)
      expect(asked()).toBe(3 * recording)
      expect(shares).toEqual([1, 2, 3, 4, 5, 6, 7].map((window) => window / 7))
    }
  })

  test('is ready for the next recording where one is given up', async () => {
    const reader = start(TRANSCRIPTION_WORKER_URL)
    await expect.poll(reader.isReady, PATIENT).toBe(true)
    const model = await loadNoteModel(reader)
    const giveUp = () => {
      throw new Error('given up')
    }
    expect(() => hear(model, giveUp)).toThrow('given up')
    expect(reader.isReady()).toBe(true)
    expect(hear(model)).toEqual(alone)
  })

  test('that fails on the way has its window read by the first', async () => {
    const reader = start(TRANSCRIPTION_WORKER_URL)
    await expect.poll(reader.isReady, PATIENT).toBe(true)
    const { second } = watched(reader, () => {
      reader.end()
      return null
    })
    expect(hear(await loadNoteModel(second))).toEqual(alone)
  })

  test('that never loads is not asked', async () => {
    const { second, asked } = watched(start(BROKEN))
    expect(hear(await loadNoteModel(second))).toEqual(alone)
    expect(asked()).toBe(0)
  })
})
