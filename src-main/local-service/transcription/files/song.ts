// An arrangement as a MIDI song: ticks, channels, programs.

import { pickupMeter } from '../../../contract/index.ts'
import type { Arrangement } from '../arrange.ts'
import { INSTRUMENT_FACTS } from '../parts/instruments.ts'
import { findKey } from '../score/spelling.ts'
import { type MidiPart, type MidiSong, PPQ } from './midi-file.ts'

/** Channels but the drums', in order. */
const CHANNELS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15]
const DRUM_CHANNEL = 9

/** One track a part; more than fifteen pitched parts share channels. */
export function songOf(arrangement: Arrangement): MidiSong {
  const { notes, instruments, map, tempoMap, bends } = arrangement
  const ticksOf = (beats: number) =>
    Math.max(0, Math.round((beats - beatsAtStart(map)) * map.quartersPerBeat * PPQ))
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
  const sounding = notes.filter(({ instrument }) => instrument !== 'drums')
  const key = sounding.length > 0 ? { key: findKey(sounding) } : {}
  return { tempos, meters: metersOf(arrangement), ...key, parts }
}

/** Quarter notes of the incomplete bar before the first whole one; 0 where there is none. */
export function pickupQuartersOf({ map, rhythm }: Pick<Arrangement, 'map' | 'rhythm'>): number {
  const quarters = (rhythm.pickupBeats - beatsAtStart(map)) * map.quartersPerBeat
  return (Math.round(quarters * 16) / 16) % (rhythm.beatsPerBar * map.quartersPerBeat)
}

/** The pickup's incomplete bar, where there is one, then the bars. */
function metersOf(arrangement: Arrangement): MidiSong['meters'] {
  const { numerator, denominator } = arrangement.rhythm
  const pickup = pickupQuartersOf(arrangement)
  if (pickup === 0) return [{ ticks: 0, numerator, denominator }]
  return [
    { ticks: 0, ...pickupMeter(pickup, denominator) },
    { ticks: Math.round(pickup * PPQ), numerator, denominator },
  ]
}

/** Beats that are gone when the recording begins. */
function beatsAtStart({ knots }: Arrangement['map']): number {
  return knots[0]!.beats
}
