// Ten thousand seeded schedules of the machine against a model of the service: sends, losses, crashes, sleeps, clocks that are set.
import { expect, it } from 'vitest'
import type { Generation } from '../../../src-main/generations/generation.ts'
import { isUnfinished } from '../../../src-main/generations/generation.ts'
import type { MachineEvent } from '../../../src-main/generations/machine.ts'
import { decide, nextStep } from '../../../src-main/generations/machine.ts'
import { seeded } from '../../faults/seeded.ts'
import { storedGeneration } from './a-generation.ts'
import { createServiceModel } from './service-model.ts'

const SCHEDULES = 10_000
const START_MS = 1_700_000_000_000
const HOUR_MS = 3_600_000
/** Steps after which a schedule must have ended: days of patience fit into it. */
const STEPS_MAX = 2_000

interface Outcome {
  readonly generation: Generation
  readonly charges: number
  readonly takesMade: number
  readonly saved: number
  readonly steps: number
}

/** One intent through one world, to its end. `disk` is what a crash leaves: the row as it was last written. */
function runSchedule(seed: number): Outcome {
  const random = seeded(seed)
  const trouble = random() * 0.9
  const service = createServiceModel(random, trouble)
  let serviceMs = START_MS
  let wallOffsetMs = (random() - 0.5) * 96 * HOUR_MS
  let disk = storedGeneration({ createdAtMs: START_MS })
  let saved = 0
  const write = (event: MachineEvent, isTimeKnown = true): void => {
    const at = {
      nowMs: Math.round(serviceMs + wallOffsetMs),
      serviceNowMs: isTimeKnown ? Math.round(serviceMs) : null,
    }
    disk = { ...disk, ...decide(disk, event, at).changes }
  }
  let steps = 0
  for (; steps < STEPS_MAX && isUnfinished(disk); steps++) {
    const chance = random()
    if (chance < 0.02) serviceMs += random() * 30 * HOUR_MS
    else if (chance < 0.04) wallOffsetMs += (random() - 0.5) * 96 * HOUR_MS
    else if (chance < 0.06)
      write({ kind: 'held', waitingFor: 'connection', error: { code: 'x', message: 'x', retryable: true } })
    const nowMs = Math.round(serviceMs + wallOffsetMs)
    const step = nextStep(disk, nowMs)
    if (step.kind !== 'rest') serviceMs += step.atMs - nowMs
    // A crash in the middle of a step: what was answered is never written.
    const isCrash = random() < trouble * 0.3
    switch (step.kind) {
      case 'rest':
        break
      case 'send': {
        const { attempts } = disk
        const isReplay = disk.firstSentAtMs !== null
        write({ kind: 'about-to-send', keyId: 'key', balance: null }, random() > 0.1)
        if (disk.state !== 'sending' || disk.attempts === attempts) break
        const event = service.create(disk.idempotencyKey, isReplay, serviceMs)
        serviceMs += random() * 5_000
        if (!isCrash) write(event)
        break
      }
      case 'poll': {
        const event = service.poll(disk.jobId ?? '', serviceMs)
        if (!isCrash) write(event)
        break
      }
      case 'collect': {
        const made = service.takesMade() - saved
        const { event, arrived } = service.collect(disk.jobId ?? '', made, serviceMs)
        // Files and rows are one transaction; a crash before it finds the files again by their hash.
        if (isCrash) break
        saved += arrived
        write(event)
      }
    }
  }
  return { generation: disk, charges: service.charges(), takesMade: service.takesMade(), saved, steps }
}

it(`never charges an intent twice and loses nothing silently, in ${SCHEDULES} schedules`, () => {
  const ends = new Map<string, number>()
  for (let seed = 1; seed <= SCHEDULES; seed++) {
    const { generation, charges, takesMade, saved, steps } = runSchedule(seed)
    const told = `seed ${seed}: ${generation.state} after ${steps} steps`
    ends.set(generation.state, (ends.get(generation.state) ?? 0) + 1)
    if (charges > 1) throw new Error(`${told}: charged ${charges} times`)
    if (isUnfinished(generation)) throw new Error(`${told}: never came to rest`)
    const isHere = generation.state === 'done' && saved === takesMade
    const isTold = generation.error !== null
    if (charges === 1 && !isHere && !isTold)
      throw new Error(`${told}: lost ${takesMade - saved} sounds silently`)
    if (generation.state === 'refused' && charges === 1)
      throw new Error(`${told}: charged and called refused`)
  }
  // The schedules reach every end that they can reach, or they prove little.
  for (const state of ['done', 'failed', 'unknown']) expect(ends.get(state) ?? 0, state).toBeGreaterThan(100)
})
