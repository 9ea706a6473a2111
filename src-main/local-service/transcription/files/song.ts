// An arrangement as a MIDI song: ticks, channels, programs.

import type { Arrangement } from '../arrange.ts'
import { INSTRUMENT_FACTS } from '../parts/instruments.ts'
import { type MidiPart, type MidiSong, PPQ } from './midi-file.ts'

/** Channels but the drums', in order. */
const CHANNELS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15]
const DRUM_CHANNEL = 9

/** One track a part; more than fifteen pitched parts share channels. */
export function songOf({ notes, instruments, map, tempoMap, rhythm, bends }: Arrangement): MidiSong {
  const ticksOf = (beats: number) => Math.max(0, Math.round(beats * map.quartersPerBeat * PPQ))
  const pitched = instruments.filter((instrument) => instrument !== 'drums')
  const isShared = pitched.length > CHANNELS.length
  const parts = instruments.map((instrument): MidiPart => {
    const { name, program } = INSTRUMENT_FACTS[instrument]
    const channel =
      instrument === 'drums' ? DRUM_CHANNEL : CHANNELS[pitched.indexOf(instrument) % CHANNELS.length]!
    return {
      name,
      program,
      channel,
      notes: notes
        .filter((note) => note.instrument === instrument)
        .map(({ pitch, velocity, startBeats, endBeats }) => ({
          pitch,
          velocity,
          startTicks: ticksOf(startBeats),
          endTicks: Math.max(ticksOf(startBeats) + 1, ticksOf(endBeats)),
        })),
      // Parts that share a channel share its wheel, too.
      bends: isShared
        ? []
        : (bends.get(instrument) ?? []).map(({ beats, cents }) => ({ ticks: ticksOf(beats), cents })),
    }
  })
  const tempos = tempoMap.map(({ bpm }, index) => ({ ticks: ticksOf(map.knots[index]!.beats), bpm }))
  return { tempos, meters: metersOf(rhythm), parts }
}

/** Quarter notes of the incomplete bar before the first whole one; 0 where there is none. */
export function pickupQuartersOf({ pickupBeats, beatsPerBar, map }: Arrangement['rhythm']): number {
  return (pickupBeats % beatsPerBar) * map.quartersPerBeat
}

/** The pickup's incomplete bar, where there is one, then the bars. */
function metersOf({ numerator, denominator, beatsPerBar, pickupBeats, map }: Arrangement['rhythm']) {
  const rest = pickupBeats % beatsPerBar
  if (rest === 0) return [{ ticks: 0, numerator, denominator }]
  const unitsPerBeat = numerator / beatsPerBar
  return [
    { ticks: 0, numerator: rest * unitsPerBeat, denominator },
    { ticks: rest * map.quartersPerBeat * PPQ, numerator, denominator },
  ]
}
