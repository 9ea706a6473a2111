// The scene that was heard in a prompt reads like a sentence.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { heardScene } from '../../../src-renderer/wording/en/scene-sentence.ts'
import { sceneOf } from '../synthesis/measure.ts'

test.each([
  ['a heavy oak door slamming once in a stone hall', 'A large wooden door, slamming once, in a stone hall.'],
  ['rain with distant thunder', 'Rain falling with distant thunder rumbling.'],
  ['three knocks on wood then footsteps on gravel', 'Three knocks on wood, then footsteps on gravel.'],
  ['eerie wind in a cave without birds', 'Wind, blowing, in a cave; the mood is eerie.'],
  ['glass breaks violently far away', 'A distant glass break, violently, outdoors.'],
  ['a dog barking twice in a tunnel', 'A dog, barking twice, in a tunnel.'],
  ['footsteps approaching on gravel', 'Footsteps on gravel, coming closer.'],
  ['rain fading out', 'Rain, falling, fading.'],
  ['police siren passing by', 'A police siren, wailing, passing by.'],
  ['a door slams', 'A door, slamming once.'],
  ['campfire crackling in a forest', 'A campfire, crackling, in a forest.'],
])('“%s” is heard as “%s”', (prompt, sentence) => {
  expect(heardScene(sceneOf(prompt))?.sentence).toBe(sentence)
})

test('names what was left out and what was not understood', () => {
  expect(heardScene(sceneOf('eerie wind in a cave without birds'))?.leftOut).toEqual(['birds'])
  expect(heardScene(sceneOf('a bell, flurgle wobnik'))?.notUnderstood).toEqual(['flurgle', 'wobnik'])
})

test('data of another shape is no sentence, and nothing throws', () => {
  for (const other of [null, 7, 'rain', {}, { layers: [] }, { layers: [{ kind: 'door' }] }]) {
    expect(heardScene(other)).toBeNull()
  }
  const layer = fc.record({ source: fc.string(), action: fc.jsonValue(), count: fc.jsonValue() })
  fc.assert(
    fc.property(fc.array(layer, { minLength: 1 }), fc.jsonValue(), (layers, space) => {
      expect(heardScene({ layers, space })?.sentence).toMatch(/\.$/)
    }),
  )
})
