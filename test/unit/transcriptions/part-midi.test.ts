// The bars of one part's MIDI begin where those of the score do.
import toneMidi from '@tonejs/midi'
import { expect, it } from 'vitest'
import type { NotesDocument } from '../../../src-main/bridge/transcriptions.ts'
import { partMidi } from '../../../src-main/transcriptions/part-midi.ts'

it.each([
  [{ numerator: 4, denominator: 4 }, 1, [1, 4]],
  [{ numerator: 6, denominator: 8 }, 1.5, [3, 8]],
  [{ numerator: 3, denominator: 4 }, 0.6875, [11, 64]],
])('a pickup of %o and %d quarters is a bar of its own', (timeSignature, pickupQuarters, ofPickup) => {
  const document: NotesDocument = {
    notes: [{ pitch: 60, start: 0, end: 0.5, velocity: 64, instrument: 'violin' }],
    tempoMap: [{ time: 0, bpm: 120 }],
    timeSignature,
    pickupQuarters,
    bpm: 120,
    timing: { requested: 'performance', applied: 'performance', fallbackReason: null },
    isMusicXmlOptimized: false,
    isComplete: true,
  }
  const { header } = new toneMidi.Midi(partMidi(null, document, 'violin'))
  expect(
    header.timeSignatures.map(({ ticks, timeSignature }) => [ticks / header.ppq, timeSignature]),
  ).toEqual([
    [0, ofPickup],
    [pickupQuarters, [timeSignature.numerator, timeSignature.denominator]],
  ])
})
