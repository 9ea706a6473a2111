// Never more in flight than the ceiling, first come first served.
import { describe, expect, it } from 'vitest'
import { createSlots } from '../../../src-main/generations/slots.ts'

const never = new AbortController().signal

describe('places at a connection', () => {
  it('lets in as many as the ceiling and the next when one leaves, in order', async () => {
    const slots = createSlots(2)
    const entered: string[] = []
    const enter = async (name: string) => {
      const leave = await slots.take(never)
      entered.push(name)
      return leave
    }
    const [a, , c, d] = [enter('a'), enter('b'), enter('c'), enter('d')]
    const leaveA = await a
    await Promise.resolve()
    expect(entered).toEqual(['a', 'b'])
    leaveA?.()
    const leaveC = await c
    expect(entered).toEqual(['a', 'b', 'c'])
    leaveC?.()
    await d
    expect(slots.inFlight).toBe(2)
  })

  it('lets the lanes take turns: a long queue of one does not hold up another', async () => {
    const slots = createSlots(1)
    const leave = slots.occupy()
    const entered: string[] = []
    const enter = async (name: string, lane: string) => {
      const out = await slots.take(never, lane)
      entered.push(name)
      out?.()
    }
    const all = [
      enter('text 1', 'text'),
      enter('text 2', 'text'),
      enter('text 3', 'text'),
      enter('edit 1', 'edit'),
    ]
    leave()
    await Promise.all(all)
    expect(entered).toEqual(['text 1', 'edit 1', 'text 2', 'text 3'])
  })

  it('counts what runs already, even above the ceiling', async () => {
    const slots = createSlots(1)
    const leave = [slots.occupy(), slots.occupy()]
    let isIn = false
    const taken = slots.take(never).then(() => {
      isIn = true
    })
    leave[0]?.()
    await Promise.resolve()
    expect(isIn).toBe(false)
    leave[1]?.()
    await taken
    expect(slots.inFlight).toBe(1)
  })

  it('gives a place back once, however often it is said', () => {
    const slots = createSlots(5)
    const leave = slots.occupy()
    leave()
    leave()
    expect(slots.inFlight).toBe(0)
  })

  it('follows a ceiling that rises', async () => {
    const slots = createSlots(1)
    slots.occupy()
    const waiting = slots.take(never)
    slots.setCeiling(2)
    expect(await waiting).toBeTypeOf('function')
  })

  it('lets go of who gives up, without using a place', async () => {
    const slots = createSlots(1)
    const leave = slots.occupy()
    const giveUp = new AbortController()
    const waiting = slots.take(giveUp.signal)
    giveUp.abort()
    expect(await waiting).toBeNull()
    leave()
    expect(slots.inFlight).toBe(0)
    expect(await slots.take(giveUp.signal)).toBeNull()
  })
})
