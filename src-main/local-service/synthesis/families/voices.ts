// People: a crowd that murmurs, cheers or laughs, and single voices that cry, laugh, scream, whisper or cough.

import { hump, shape } from '../signal/envelopes.ts'
import { bandpass, highpass, lowpass } from '../signal/filters.ts'
import { addCloud, grainBank } from '../signal/grains.ts'
import { applyControl, mapControl, slowRandom, whiteNoise } from '../signal/noise.ts'
import type { Random } from '../signal/random.ts'
import { addInto, buffer, type Span, secondsOf, silence, toPeak } from '../signal/span.ts'
import { type Call, call } from '../signal/voice-source.ts'
import { bySize, eventFamily, textureFamily } from './model.ts'

/** First three formants of vowels in hertz (Peterson & Barney 1952, men). */
const VOWELS = {
  a: [730, 1090, 2440],
  e: [530, 1840, 2480],
  i: [270, 2290, 3010],
  o: [570, 840, 2410],
  u: [300, 870, 2240],
} as const
type Vowel = keyof typeof VOWELS
const ALL_VOWELS = ['a', 'e', 'i', 'o', 'u'] as const satisfies readonly Vowel[]

/** A vowel as formants of a tract: smaller heads have higher ones, by about 17 % from men to women. */
function formantsOf(vowel: Vowel, tract: number): Call['formants'] {
  const gains = [1, 0.5, 0.22]
  return VOWELS[vowel].map((hertz, k) => ({ hertz: hertz * tract, q: 5 + k * 2, gain: gains[k]! }))
}

/** One syllable of someone: a fundamental of 85 to 260 Hz as men and women have (Baken & Orlikoff 2000). */
function syllable(random: Random, excitement: number, size: number, sampleRate: number): Float32Array {
  const isHigh = random.chance(0.5)
  const base = bySize(isHigh ? 205 : 118, size, 0.5) * random.vary(0.18) * (1 + 0.5 * excitement)
  const slide = random.between(-0.16, 0.08)
  const voiced = call(
    random,
    {
      seconds: random.between(0.09, 0.26) * (1 + excitement),
      hertz: (p) => base * (1 + slide * p),
      level: (p) => hump(p, 0.35, 0.6),
      formants: formantsOf(random.pick(ALL_VOWELS), isHigh ? 1.17 : 1),
      breath: 0.05 + 0.1 * excitement,
      slope: 1.3 - 0.5 * excitement,
      rough: 0.05 + 0.15 * excitement,
    },
    sampleRate,
  )
  // Far heads are dull: most of a crowd is not near.
  return lowpass(voiced, random.ratioBetween(900, 4500), sampleRate)
}

/** One "ha" of a laugh: breath first, voice within (Bachorowski, Smoski & Owren 2001: about 5 a second). */
function laughNote(random: Random, base: number, vowel: Vowel, tract: number, sampleRate: number) {
  return call(
    random,
    {
      seconds: random.between(0.1, 0.15),
      hertz: (p) => base * (1.12 - 0.2 * p),
      level: (p) => hump(p, 0.3, 0.8),
      formants: formantsOf(vowel, tract),
      breath: 0.3,
      slope: 0.9,
      rough: 0.08,
    },
    sampleRate,
  )
}

/** A bout of laughter whose notes sink and tire. */
function laugh(random: Random, size: number, tempo: number, seconds: number, sampleRate: number) {
  const gap = 0.2 / tempo
  const notes = Math.max(2, Math.min(random.integer(4, 9), Math.floor(seconds / gap)))
  const out = buffer(notes * gap + 0.2, sampleRate)
  const base = bySize(270, size, 0.8) * random.vary(0.1)
  const vowel = random.pick(['a', 'e', 'o'] as const)
  const tract = bySize(1.1, size, 0.35)
  for (let k = 0; k < notes; k++) {
    const tired = 1 - k / (notes + 3)
    const note = laughNote(random, base * (0.8 + 0.25 * tired), vowel, tract, sampleRate)
    addInto(out, note, k * gap * random.vary(0.05) * sampleRate, tired)
  }
  return out
}

/**
 * A crowd. Murmur is the sum of many talkers' syllables, each talker at 4 to 5 a second (Greenberg 1999), with phrases
 * that swell and sink; nobody can be understood.
 */
export const crowd = textureFamily({
  name: 'crowd',
  type: 'ambience',
  levelDb: -4,
  actions: ['murmur', 'cheer', 'laugh'],
  render: ({ layer, random, sampleRate }, span) => {
    const out = silence(span)
    const isCheering = layer.action === 'cheer'
    const excitement = isCheering ? 1 : Math.max(0, layer.intensity - 0.4) * 0.8
    const talkers = Math.round(8 + 30 * layer.size * (0.5 + layer.intensity))
    // A short stretch repeats fewer syllables, so it needs fewer of them.
    const most = layer.action === 'laugh' ? 14 : 24
    const bankSize = Math.min(most, Math.round(6 + 2 * secondsOf(span)))
    const bank = grainBank(bankSize, () =>
      layer.action === 'laugh' && random.chance(0.6)
        ? laugh(random, random.between(0.35, 0.65), layer.tempo, 1.6, sampleRate)
        : syllable(random, excitement, random.between(0.35, 0.65), sampleRate),
    )
    const swell = mapControl(slowRandom(random.fork(), span, 0.7), (value) => Math.max(0.25, 1 + 0.5 * value))
    const perTalker = (layer.action === 'laugh' ? 1.2 : 4.5) * layer.tempo
    addCloud(
      out,
      random,
      { bank, perSecond: Math.min(220, talkers * perTalker), spread: 0.35, density: swell },
      span,
      0.2,
    )
    if (isCheering) addRoar(out, random, span)
    lowpass(out, 5200 * 2 ** ((layer.brightness - 0.5) * 2), sampleRate, span.isCircular)
    return highpass(out, 90, sampleRate, span.isCircular)
  },
})

/** The unvoiced roar of a stadium: broad noise around the first formants that comes in waves. */
function addRoar(out: Float32Array, random: Random, span: Span): void {
  const roar = bandpass(whiteNoise(random.fork(), span.length), 1000, 0.6, span.sampleRate, span.isCircular)
  const waves = mapControl(slowRandom(random.fork(), span, 0.4), (value) => Math.max(0.3, 1 + 0.4 * value))
  addInto(out, applyControl(roar, waves), 0, 0.6)
}

/** Length, pitch and breath of what one voice does; pitches in hertz for a grown-up of usual size. */
const UTTERANCES: Readonly<Record<string, Omit<Call, 'formants'> & { readonly vowel: Vowel }>> = {
  // Cries of newborns: bouts of about a second, melody rising then falling (Wasz-Höckert et al. 1968).
  cry: {
    seconds: 1,
    hertz: (p) => 320 * (1 + 0.28 * Math.sin(Math.PI * Math.min(1, p * 1.15)) - 0.08 * p),
    level: (p) => hump(p, 0.3, 0.35),
    breath: 0.08,
    slope: 0.75,
    rough: 0.12,
    vowel: 'a',
  },
  // Screams are rough: modulated at 30 to 150 Hz (Arnal et al. 2015).
  scream: {
    seconds: 1.2,
    hertz: (p) => 620 * (1 + 0.5 * hump(p, 0.3, 0.5)),
    level: (p) => hump(p, 0.2, 0.3),
    breath: 0.25,
    slope: 0.45,
    rough: 0.4,
    vowel: 'a',
  },
  shout: {
    seconds: 0.45,
    hertz: (p) => 260 * (1 + 0.25 * hump(p, 0.35, 0.6)),
    level: (p) => hump(p, 0.25, 0.5),
    breath: 0.1,
    slope: 0.7,
    rough: 0.1,
    vowel: 'e',
  },
}

/** A single voice without words. */
export const voice = eventFamily({
  name: 'voice',
  type: 'sfx',
  levelDb: -1,
  actions: ['shout', 'cry', 'laugh', 'scream', 'whisper', 'cough'],
  rhythm: ({ action }) => {
    if (action === 'cry')
      return { kind: 'groups', gapSeconds: 1.35, sway: 0.12, least: 3, most: 6, pauseSeconds: 0.9 }
    if (action === 'whisper')
      return { kind: 'groups', gapSeconds: 0.24, sway: 0.3, least: 4, most: 9, pauseSeconds: 0.6 }
    if (action === 'cough')
      return { kind: 'groups', gapSeconds: 0.5, sway: 0.15, least: 2, most: 3, pauseSeconds: 1.5 }
    return { kind: 'once', gapSeconds: action === 'shout' ? 1.8 : 3.2, apartSeconds: 2 }
  },
  strike: ({ layer, random, sampleRate }, occasion) => {
    const room = Math.max(0.08, Math.min(occasion.budgetSeconds, occasion.roomSeconds) * 0.92)
    switch (layer.action) {
      case 'laugh':
        return laugh(random, layer.size, layer.tempo, room, sampleRate)
      case 'whisper':
        return whisper(random, Math.min(room, random.between(0.1, 0.28)), layer.size, sampleRate)
      case 'cough':
        return cough(random, layer.size, sampleRate)
    }
    const { vowel, ...utterance } = UTTERANCES[layer.action ?? 'shout'] ?? UTTERANCES.shout!
    const pitch = bySize(1, layer.size) * random.vary(0.06)
    return call(
      random,
      {
        ...utterance,
        seconds: Math.min(room, utterance.seconds * random.vary(0.15)),
        hertz: (p) => utterance.hertz(p) * pitch,
        formants: formantsOf(vowel, bySize(1.1, layer.size, 0.4)),
      },
      sampleRate,
    )
  },
})

/** A whispered syllable: breath alone through the formants, which lie higher than in speech (Jovičić 1998). */
function whisper(random: Random, seconds: number, size: number, sampleRate: number): Float32Array {
  const out = buffer(seconds, sampleRate)
  const breath = whiteNoise(random, out.length)
  for (const { hertz, q, gain } of formantsOf(random.pick(ALL_VOWELS), bySize(1.25, size, 0.35)))
    addInto(out, bandpass(breath.slice(), hertz, q * 0.6, sampleRate), 0, Math.sqrt(gain))
  if (random.chance(0.4)) addInto(out, bandpass(breath, 5200, 1.2, sampleRate), 0, 0.5)
  shape(out, (p) => hump(p, 0.3, 0.7))
  return toPeak(out, 1)
}

/** A cough: the burst of the opening glottis, turbulent flow, sometimes a voiced end (Korpáš, Sadloňová & Vrabec 1996). */
function cough(random: Random, size: number, sampleRate: number): Float32Array {
  const out = buffer(0.4, sampleRate)
  const flow = whiteNoise(random, out.length)
  for (const hertz of [480, 1250, 2700])
    addInto(out, bandpass(flow.slice(), bySize(hertz, size, 0.4) * random.vary(0.08), 1.6, sampleRate), 0, 1)
  shape(out, (p) => (p < 0.02 ? p / 0.02 : Math.exp(-(p - 0.02) * 9)) + 0.3 * hump(p, 0.45, 1.5))
  const end = call(
    random,
    {
      seconds: 0.18,
      hertz: (p) => bySize(190, size, 0.8) * (1 - 0.25 * p),
      level: (p) => hump(p, 0.4, 0.8),
      formants: formantsOf('a', 1),
      breath: 0.5,
      slope: 0.9,
      rough: 0.4,
    },
    sampleRate,
  )
  toPeak(out, 1)
  addInto(out, end, 0.17 * sampleRate, 0.35)
  return toPeak(out, 1)
}
