// Plays the notes beside the recording, on the player's own clock: A and B are the same moment to the sample.

import type { AudioGraph } from '../../../player/audio-graph.ts'
import type { Companion } from '../../../player/player.ts'
import { gainOf, type PlayAnchor } from '../../../player/time-math.ts'
import { Gain, Synth } from '../../../player/tone.ts'
import type { NoteTable } from '../note-table.ts'
import { gridLines, type TimeGrid } from '../time-grid.ts'
import { createEnsemble, type Ensemble, VOICES, type VoiceMakers } from './ensemble.ts'
import { passesBetween, soundPass } from './schedule.ts'

/** The part of the player's graph that it plays on. */
export type Stage = Pick<AudioGraph, 'tone' | 'nowS' | 'connectProgramme'>

/** What it plays, asked for anew at each turn: parts are muted while it sounds. */
export interface Score {
  readonly table: NoteTable
  readonly grid: TimeGrid | null
  readonly isHeard: boolean
  /** Of the notes, not of the click. */
  readonly gainDb: number
  readonly channels: 1 | 2
  readonly hasMetronome: boolean
  isPartHeard(instrument: string): boolean
}

/** Notes are written so far ahead; what is muted falls silent at the next turn. */
const AHEAD_S = 0.2
const TURN_MS = 50
/** The click: the first beat of a bar is the higher one. */
const FIRST_BEAT_HZ = 1_760
const OTHER_BEAT_HZ = 1_175
const TICK_S = 0.03
/** A level that changes while it sounds does not click. */
const LEVEL_S = 0.02

export class MidiCompanion implements Companion {
  readonly #score: () => Score
  readonly #makers: VoiceMakers
  #run: { readonly ensemble: Ensemble; readonly click: Synth; readonly out: Gain; stop(): void } | null = null

  constructor(score: () => Score, makers: VoiceMakers = VOICES) {
    this.#score = score
    this.#makers = makers
  }

  begin(anchor: PlayAnchor, graph: Stage): void {
    this.end()
    const context = graph.tone
    const out = new Gain({ context, gain: 1 })
    graph.connectProgramme(out)
    const later = (afterMs: number, free: () => void): void => void setTimeout(free, afterMs)
    let { gainDb } = this.#score()
    const level = new Gain({ context, gain: gainOf(gainDb) }).connect(out)
    level.channelCountMode = 'explicit'
    const ensemble = createEnsemble(context, level, later, this.#makers)
    const click = new Synth({
      context,
      oscillator: { type: 'triangle' },
      envelope: { attack: 0.001, decay: TICK_S, sustain: 0, release: 0.01 },
      volume: -10,
    }).connect(out)
    let writtenS = anchor.clockS
    const turn = (): void => {
      const untilS = graph.nowS + AHEAD_S
      const score = this.#score()
      ensemble.hear((instrument) => score.isHeard && score.isPartHeard(instrument))
      if (score.gainDb !== gainDb) {
        gainDb = score.gainDb
        level.gain.rampTo(gainOf(gainDb), LEVEL_S)
      }
      level.channelCount = score.channels
      if (untilS <= writtenS) return
      for (const pass of passesBetween(anchor, writtenS, untilS)) {
        soundPass(ensemble, score.table, pass)
        if (score.hasMetronome && score.grid !== null) {
          for (const { timeS, bar } of gridLines(score.grid, pass.fromS, pass.toS)) {
            if (timeS < pass.fromS || timeS >= pass.toS) continue
            const hz = bar === null ? OTHER_BEAT_HZ : FIRST_BEAT_HZ
            const atS = pass.clockS + (timeS - pass.fromS) / pass.rate
            click.triggerAttackRelease(hz, TICK_S, atS, bar === null ? 0.5 : 0.9)
          }
        }
      }
      writtenS = untilS
    }
    turn()
    const timer = setInterval(turn, TURN_MS)
    this.#run = {
      ensemble,
      click,
      out,
      stop: () => {
        clearInterval(timer)
        ensemble.end()
        later(100, () => {
          click.dispose()
          level.dispose()
          out.dispose()
        })
      },
    }
  }

  end(): void {
    this.#run?.stop()
    this.#run = null
  }
}
