// How often bars are right: their length, and where the first begins.

import type { Bars } from '../../../src-main/local-service/transcription/rhythm/bar-features.ts'
import type { BarredTake } from './barred-takes.ts'

export interface JudgedBars {
  readonly take: Omit<BarredTake, 'notes' | 'drums' | 'beatOf'>
  readonly bars: Bars
}

export function isMeterRight({ take, bars }: JudgedBars): boolean {
  return take.beatsPerBar === bars.beatsPerBar
}

/** Bars of the right length that begin where they are written. */
export function isRight({ take, bars }: JudgedBars): boolean {
  return isMeterRight({ take, bars }) && (bars.firstDownbeat - take.firstDownbeat) % take.beatsPerBar === 0
}

/** The same, or halves or doubles of the written bars that begin with them. */
export function isNearlyRight({ take, bars }: JudgedBars): boolean {
  const lengths = [take.beatsPerBar, bars.beatsPerBar].sort((a, b) => a - b)
  const [shorter = 1, longer = 1] = lengths
  return (
    (longer === shorter || longer === 2 * shorter) &&
    (bars.firstDownbeat - take.firstDownbeat) % shorter === 0
  )
}

export function describeJudged({ take, bars }: JudgedBars): string {
  const ofBars = ({ beatsPerBar, firstDownbeat }: Bars) => `${beatsPerBar} from ${firstDownbeat}`
  return `${take.source} ${take.kind}, ${take.name}: ${ofBars(bars)} of ${ofBars(take)}${isRight({ take, bars }) ? '' : ' WRONG'}`
}

/** One line a class: by where takes are from and begin, and by the length of their bars. */
export function printJudged(judged: readonly JudgedBars[]): void {
  const classes = new Map<string, JudgedBars[]>()
  for (const one of judged) {
    const { source, kind, isBeginning, beatsPerBar } = one.take
    const names = [
      `${source} ${kind}, ${isBeginning ? 'beginnings' : 'later'}`,
      `${source}, bars of ${beatsPerBar}`,
    ]
    for (const name of names) classes.set(name, [...(classes.get(name) ?? []), one])
  }
  for (const [name, some] of [...classes].sort()) {
    const share = (isSo: (one: JudgedBars) => boolean) =>
      `${((100 * some.filter(isSo).length) / some.length).toFixed(1)} %`
    console.log(
      `${name}: ${some.length} takes, bars of the right length ${share(isMeterRight)}, with the right first beat ${share(isRight)}, as halves or doubles ${share(isNearlyRight)}`,
    )
  }
}
