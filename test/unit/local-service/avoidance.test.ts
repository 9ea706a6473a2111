// Negative prompts: what each kind of word takes out of a scene.

import { describe, expect, test } from 'vitest'
import { leaveOut, understandAvoidance } from '../../../src-main/local-service/synthesis/index.ts'
import { sceneOf } from '../synthesis/measure.ts'

const without = (prompt: string, negative: string) => leaveOut(sceneOf(prompt), understandAvoidance(negative))
const heard = (prompt: string, negative: string) =>
  without(prompt, negative).layers.map(({ family, action }) => `${family} ${action}`)

describe('sources', () => {
  test.each([
    ['a storm', 'wind, thunder', ['rain pour']],
    ['dog barks and a cat meows', 'dog', ['beast meow']],
    ['dog barks and a cat meows', 'no dogs', ['beast meow']],
    ['dog barks and a cat meows', 'barking', ['beast meow']],
    ['door opens and slams', 'slamming', ['door open']],
    ['rain and a music box', 'music', ['rain fall']],
    ['waves with a crowd', 'speech, voices', ['waves null']],
    ['rain with wind in the background', 'background noise', ['rain fall']],
    ['river with wind', 'water', ['wind null']],
    ['rain with thunder', 'storm', ['rain fall']],
  ])('“%s” without “%s”', (prompt, negative, expected) => {
    const families = heard(prompt, negative).map((layer) => layer.split(' ')[0])
    expect(families).toEqual(expected.map((layer) => layer.split(' ')[0]))
  })

  test('of one family only what is named goes', () => {
    expect(heard('wind gusts', 'breeze')).toHaveLength(1)
    expect(heard('truck engine', 'motorcycle')).toHaveLength(1)
    expect(heard('truck engine', 'engine')).toHaveLength(0)
  })

  test('a material before a source tells which of them', () => {
    expect(heard('footsteps on gravel', 'wooden footsteps')).toHaveLength(1)
    expect(heard('footsteps on wood', 'wooden footsteps')).toHaveLength(0)
  })
})

describe('materials, places and qualities', () => {
  test('a material alone is taken off what has it', () => {
    expect(without('metal door slams', 'metal').layers).toMatchObject([{ family: 'door', material: null }])
  })

  test.each([
    ['reverb', 'dry'],
    ['echoes', 'dry'],
    ['cathedral', 'dry'],
    ['cave', 'cathedral'],
  ])('a place: footsteps in a cathedral without “%s” are in %s', (negative, kind) => {
    expect(without('footsteps in a cathedral', negative).space.kind).toBe(kind)
  })

  test('a quality turns back by half, and what was far comes near', () => {
    const loud = sceneOf('very loud wind').layers[0]!
    const less = without('very loud wind', 'loud').layers[0]!
    expect(less.intensity).toBeLessThan(loud.intensity)
    expect(without('distant thunder', 'distant').layers[0]!.distanceMetres).toBeLessThan(10)
  })
})

describe('what it says of itself', () => {
  test('the terms that were understood, and the words that were not', () => {
    expect(without('storm', 'thunder, low quality, distortion')).toMatchObject({
      excluded: ['thunder'],
      notUnderstood: ['low quality', 'distortion'],
    })
  })

  test('stages close up where one goes', () => {
    const { layers } = without('a knock, then thunder, then rain', 'thunder')
    expect(layers.map(({ stage }) => stage)).toEqual([0, 1])
  })

  test.each(['', ' ', ',,,', '!?', '\u0000', 'x'.repeat(500), 'no', 'without, not', '5 seconds, 3'])(
    'never throws: %j',
    (negative) => {
      expect(without('rain', negative).layers).toHaveLength(1)
    },
  )
})
