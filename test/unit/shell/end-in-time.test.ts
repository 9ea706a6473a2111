// The end of the app: in order, and always reached.
import { describe, expect, it } from 'vitest'
import { type Ending, endInTime } from '../../../src-main/shell/end-in-time.ts'

/** Ends the parts; a timer that is started for `hanging` fires at once. */
async function ended(endings: readonly Ending[], hanging: string | null = null) {
  const told: string[] = []
  const running = new Set<() => void>()
  let current = 0
  await endInTime(endings, {
    log: (message) => told.push(message),
    timer(_ms, fire) {
      const [name] = endings[current++] ?? ['']
      if (name === hanging) queueMicrotask(fire)
      running.add(fire)
      return () => running.delete(fire)
    },
  })
  return { told, timersLeft: running.size }
}

describe('Ending in time', () => {
  it('ends one part after the other, says nothing, and leaves no timer', async () => {
    const order: string[] = []
    const part = (name: string): Ending => [
      name,
      async () => {
        order.push(`${name} begins`)
        await Promise.resolve()
        order.push(`${name} ends`)
      },
    ]
    expect(await ended([part('a'), part('b')])).toEqual({ told: [], timersLeft: 0 })
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  })

  it('names what hangs and what throws, and goes on with the rest', async () => {
    let isLastEnded = false
    const endings: readonly Ending[] = [
      ['the jobs', () => new Promise(() => {})],
      [
        'the imports',
        () => {
          throw new Error('no such folder')
        },
      ],
      [
        'the database',
        () => {
          isLastEnded = true
        },
      ],
    ]
    expect(await ended(endings, 'the jobs')).toEqual({
      told: [
        'ending the jobs: it has not ended in 20 s',
        expect.stringMatching(/^ending the imports: .*no such folder/),
      ],
      timersLeft: 0,
    })
    expect(isLastEnded).toBe(true)
  })
})
