// What is heard in a prompt: sources, actions, counts, order, layers, places, and what is refused.

import { describe, expect, test } from 'vitest'
import {
  describeScene,
  knownSources,
  understandPrompt,
} from '../../../src-main/local-service/synthesis/index.ts'
import { sceneOf } from './measure.ts'

/** Stage, family and action of every layer, as "0 door slam". */
function heard(prompt: string): string[] {
  return sceneOf(prompt).layers.map((layer) => `${layer.stage} ${layer.family} ${layer.action}`)
}

describe('the lexicon', () => {
  test('knows at least 150 nouns over at least 45 families', () => {
    const known = knownSources()
    expect(new Set(known.map(({ noun }) => noun)).size).toBeGreaterThanOrEqual(150)
    expect(new Set(known.map(({ family }) => family)).size).toBeGreaterThanOrEqual(45)
  })

  test('understands every noun it says it knows', () => {
    const lost = knownSources().filter(({ noun }) => !understandPrompt(noun).ok)
    expect(lost).toEqual([])
  })

  test.each([
    ['doors slamming', '0 door slam'],
    ['the door slammed shut', '0 door slam'],
    ['a wolf howls', '0 beast howl'],
    ['wolves howling', '0 beast howl'],
    ['the window was broken', '0 glass-break shatter'],
    ['bells rang', '0 bell ring'],
    ['someone is running', '0 footsteps run'],
    ['knives', '0 sword clash'],
    ['buzzing bees', '0 insect-buzz fly'],
  ])('understands the inflected form “%s”', (prompt, expected) => {
    expect(heard(prompt)).toContain(expected)
  })

  test('never matches inside words', () => {
    expect(understandPrompt('strainer brainy doorstopper catalogue').ok).toBe(false)
  })
})

describe('what belongs to a source', () => {
  test('takes material, size and action of “heavy oak door slams”', () => {
    const [door] = sceneOf('heavy oak door slams').layers
    expect(door).toMatchObject({ family: 'door', action: 'slam', material: 'wood' })
    expect(door!.size).toBeGreaterThan(0.6)
    expect(door!.intensity).toBeGreaterThan(0.6)
  })

  test.each([
    ['gravel'],
    ['snow'],
    ['wood'],
    ['stone'],
    ['metal'],
    ['leaves'],
    ['sand'],
    ['mud'],
    ['grass'],
    ['carpet'],
  ] as const)('puts footsteps on %s', (ground) => {
    expect(sceneOf(`footsteps on ${ground}`).layers).toMatchObject([
      { family: 'footsteps', material: ground },
    ])
  })

  test('keeps what a bottle is made of apart from the floor it breaks on', () => {
    expect(sceneOf('glass bottle breaking on a stone floor').layers).toMatchObject([
      { family: 'glass-break', material: 'glass' },
    ])
  })

  test('hears a stone that falls into water as a splash', () => {
    expect(heard('stone falling into water')).toEqual(['0 splash splash'])
  })

  test('hears pace and force in adverbs', () => {
    const [slow] = sceneOf('a clock ticking slowly').layers
    const [fast] = sceneOf('a clock ticking rapidly').layers
    expect(slow!.tempo).toBeLessThan(1)
    expect(fast!.tempo).toBeGreaterThan(1)
    expect(sceneOf('very loud thunder').layers[0]!.intensity).toBeGreaterThan(
      sceneOf('loud thunder').layers[0]!.intensity,
    )
    expect(sceneOf('not too loud thunder').layers[0]!.intensity).toBeLessThan(0.5)
  })

  test('turns beats a minute into the pace of the events', () => {
    const [heart] = sceneOf('heartbeat at 120 bpm').layers
    expect(0.92 / heart!.tempo).toBeCloseTo(0.5, 2)
  })
})

describe('counts', () => {
  test.each([
    ['three knocks', 3],
    ['knock on the door 4 times', 4],
    ['12 gunshots', 12],
    ['a dog barks twice', 2],
    ['a single door slam', 1],
    ['a dozen bells', 12],
    ['a couple of claps', 2],
  ])('hears how many in “%s”', (prompt, count) => {
    expect(sceneOf(prompt).layers[0]!.count).toBe(count)
  })

  test('hears two dogs as two individuals, not as two barks', () => {
    const { layers } = sceneOf('two dogs barking')
    expect(layers).toHaveLength(2)
    expect(layers.every(({ count }) => count === null)).toBe(true)
  })
})

describe('order and layers', () => {
  test('follows “then”', () => {
    expect(heard('a door creaks open, then footsteps on gravel')).toEqual(['0 door open', '1 footsteps walk'])
  })

  test('turns “after” round', () => {
    expect(heard('a metallic clang after footsteps')).toEqual(['1 impact hit', '0 footsteps walk'])
  })

  test('lets one door do two things in a row', () => {
    expect(heard('the door creaks open and slams shut')).toEqual(['0 door open', '1 door slam'])
  })

  test('lets sentences of events follow one another', () => {
    expect(heard('A door opens. A glass shatters.').map((one) => one.slice(0, 1))).toEqual(['0', '1'])
  })

  test('layers what sounds together and sets the distant one back', () => {
    const { layers } = sceneOf('rain with distant thunder')
    expect(layers).toMatchObject([
      { family: 'rain', isBackground: false },
      { family: 'thunder', isBackground: true },
    ])
    expect(layers[1]!.distanceMetres).toBeGreaterThan(50)
  })
})

describe('what was done to a thing', () => {
  test('knows the door that was knocked on when it opens', () => {
    const { layers } = sceneOf('someone knocks three times on a heavy wooden door, then it creaks open')
    expect(layers).toMatchObject([
      { family: 'knock', count: 3, material: 'wood', stage: 0 },
      { family: 'door', action: 'open', material: 'wood', stage: 1 },
    ])
  })

  test.each([
    ['a box of plastic dropped', { family: 'impact', action: 'drop', material: 'plastic' }],
    ['footsteps in heels on marble', { family: 'footsteps', action: 'heels', material: 'stone' }],
    ['stone floor footsteps', { family: 'footsteps', material: 'stone' }],
    ['a gentle rain in a quiet forest', { family: 'rain', action: 'fall' }],
    ['wooden door, not metal, closes softly', { family: 'door', action: 'close', material: 'wood' }],
    ['8 bit explosion', { family: 'explosion', count: null }],
  ])('hears “%s” as one thing', (prompt, expected) => {
    const { layers } = sceneOf(prompt)
    expect(layers).toHaveLength(1)
    expect(layers[0]).toMatchObject(expected)
  })
})

describe('prompts of a sound designer', () => {
  test.each([
    ['crowd murmur in a cathedral', ['0 crowd murmur']],
    ['baby crying in the next room', ['0 voice cry']],
    ['people laughing in a bar', ['0 crowd laugh']],
    ['ghostly whisper', ['0 voice whisper']],
    ['glass bottle rolling then breaking', ['0 rolling roll', '1 glass-break shatter']],
    ['footsteps on gravel, running, woman in heels', ['0 footsteps heels']],
    ['five beeps of a heart monitor', ['0 beep beep']],
    ['sword drawn from its scabbard, then two clashes', ['0 sword draw', '1 sword clash']],
  ])('hears “%s”, every word of it', (prompt, expected) => {
    expect(heard(prompt)).toEqual(expected)
    expect(sceneOf(prompt).notUnderstood).toEqual([])
  })

  test('puts an echo where the prompt says it is', () => {
    expect(sceneOf('four gunshots echoing in a canyon').space.kind).toBe('canyon')
    expect(sceneOf('an echoing gunshot').space.kind).toBe('hall')
  })

  test('keeps the ground of a street out of what its traffic is made of', () => {
    expect(sceneOf('busy street traffic').layers).toMatchObject([{ family: 'traffic', material: null }])
  })

  test.each([
    ['dropping a heavy toolbox in a garage', ['0 impact drop']],
    ['wooden crate smashing on concrete floor', ['0 snap splinter']],
    ['a stone wall is smashed', ['0 debris crumble']],
    ['punch to the gut, meaty thud', ['0 impact thud']],
    ['three polite knocks on an apartment door', ['0 knock knock']],
    ['bacon sizzling in a frying pan', ['0 sizzle fry']],
    ['bowling ball hitting pins', ['0 rolling roll', '1 impact hit']],
    ['arrow shot and hitting a wooden target', ['0 whoosh swing', '1 impact hit']],
    ['tense riser into impact', ['0 riser rise', '1 impact thud']],
    ['force field powering down', ['0 laser power-down']],
    ['bus air brakes hiss', ['0 engine idle', '0 puff release']],
    ['creepy basement ambience with dripping pipes', ['0 drip drip']],
    ['woman in high heels walking on marble, medium pace', ['0 footsteps heels']],
    ['prison cell door sliding shut and locking', ['0 slide slide', '1 lock lock']],
    ['sliding glass patio door opening and closing', ['0 slide slide', '1 slide close']],
    ['pencil writing on paper', ['0 slide scrape']],
    ['shuffling a deck of cards', ['0 paper rustle']],
    ['motorcycle starting up and driving away', ['0 engine start', '1 engine leave']],
    ['old pickup truck idling', ['0 engine idle']],
    ['city street traffic with honking', ['0 traffic pass', '0 horn honk']],
    ['alarm klaxon in a spaceship corridor', ['0 alarm klaxon', '0 drone drone']],
    ['sword unsheathed, then two clashes and a grunt', ['0 sword draw', '1 sword clash', '1 voice shout']],
    ['glass bottle rolls off table and breaks', ['0 rolling roll', '1 glass-break shatter']],
  ])('hears “%s”', (prompt, expected) => {
    expect(heard(prompt)).toEqual(expected)
    expect(sceneOf(prompt).notUnderstood).toEqual([])
  })

  test.each([
    ['steam locomotive with whistle', ['0 train roll', '0 horn blow']],
    ['clock ticking in an empty room, twelve chimes', ['0 clock tick', '0 bell chime']],
    ['water dripping in a cave', ['0 drip drip']],
    ['chainsaw cutting wood in a forest', ['0 engine rev']],
    ['rain stops, birds begin to sing', ['0 rain fall', '1 birds sing']],
    ['two quick door knocks, pause, two more', ['0 knock knock', '1 knock knock']],
    ['three horses galloping', ['0 hooves gallop', '0 hooves gallop', '0 hooves gallop']],
    ['two people walking on snow, one heavy, one light', ['0 footsteps walk', '0 footsteps walk']],
    ['short burst of gunfire', ['0 gunshot burst']],
    ['twenty five knocks', ['0 knock knock']],
  ])('hears what belongs to what in “%s”', (prompt, expected) => {
    expect(heard(prompt)).toEqual(expected)
    expect(sceneOf(prompt).notUnderstood).toEqual([])
  })

  test('lets a short texture end, and leaves it as large as any', () => {
    expect(sceneOf('short burst of rain').layers).toMatchObject([
      { family: 'rain', size: 0.5, lastsSeconds: 1.2 },
    ])
    expect(sceneOf('short beep').layers[0]).toMatchObject({ size: 0.25 })
    expect(sceneOf('short beep').layers[0]).not.toHaveProperty('lastsSeconds')
  })

  test('puts what is very close nearer, and what is not distant where things usually are', () => {
    expect(sceneOf('thunder crack very close').layers[0]!.distanceMetres).toBeLessThan(1)
    expect(sceneOf('rain, not distant').layers).toMatchObject([{ distanceMetres: 4, isBackground: false }])
    expect(sceneOf('rain, not close').layers[0]!.distanceMetres).toBeGreaterThan(4)
    expect(sceneOf('a gunshot at a distance').layers[0]!.distanceMetres).toBeGreaterThan(60)
  })

  test('takes a number of seconds for no number of events', () => {
    const scene = sceneOf('thirty seconds of knocks')
    expect(scene.layers[0]!.count).toBeNull()
    expect(scene.notUnderstood).toEqual(['thirty seconds'])
  })

  test.each([
    ['axe chopping wood in a forest, five chops', [5]],
    ['hammer driving a nail into wood, four hits', [4]],
    ['countdown beeps, three low then one high', [3, 1]],
  ])('counts in “%s”', (prompt, counts) => {
    expect(sceneOf(prompt).layers.map(({ count }) => count)).toEqual(counts)
  })
})

describe('leaving out', () => {
  test('keeps a place without what was left out of it, and a walker who does not run', () => {
    expect(heard('forest without birds')).toEqual(['0 wind breeze'])
    expect(heard('footsteps but not running')).toEqual(['0 footsteps walk'])
  })

  test('ends a negation at the next preposition', () => {
    const scene = sceneOf('rain without wind or thunder on a tent')
    expect(scene.layers).toMatchObject([{ family: 'rain', material: 'cloth' }])
    expect(scene.excluded).toEqual(['wind', 'thunder'])
  })

  test('keeps the wolf where the dog is left out, though one family makes both', () => {
    expect(heard('not a dog, a wolf howling')).toEqual(['0 beast howl'])
    expect(heard('a cat and a dog, no dogs')).toEqual(['0 beast meow'])
  })

  test('drops what is negated and names it', () => {
    const scene = sceneOf('thunderstorm without thunder')
    expect(scene.layers.map(({ family }) => family)).not.toContain('thunder')
    expect(scene.excluded).toEqual(['thunder'])
  })

  test('continues a negation over “or”', () => {
    const scene = sceneOf('forest ambience, no birds or wind, rain')
    expect(scene.layers.map(({ family }) => family)).toEqual(['rain'])
  })

  test('refuses reverberation', () => {
    expect(sceneOf('footsteps in a cave without reverb').space).toEqual({ kind: 'dry', wetness: 0 })
  })

  test('says so when a prompt only leaves out', () => {
    expect(understandPrompt('no rain')).toMatchObject({
      ok: false,
      message: expect.stringContaining('leave out (rain)'),
    })
  })
})

describe('places and moods', () => {
  test.each([
    ['footsteps in a cave', 'cave'],
    ['bell in a cathedral', 'cathedral'],
    ['door slam in a stone hall', 'stone-hall'],
    ['clap in a small room', 'small-room'],
    ['dog barking outside', 'outdoors'],
    ['voices of birds in the forest', 'forest'],
  ])('hears the space of “%s”', (prompt, kind) => {
    expect(sceneOf(prompt).space.kind).toBe(kind)
  })

  test('lets a mood shape every layer', () => {
    const scene = sceneOf('eerie wind and a bell')
    expect(scene.moods).toEqual(['eerie'])
    expect(scene.layers.every(({ brightness }) => brightness < 0.5)).toBe(true)
  })
})

describe('what is not understood', () => {
  test('names the words that changed nothing', () => {
    expect(sceneOf('a flabbergasted door slams for 5 seconds').notUnderstood).toEqual([
      'flabbergasted',
      '5 seconds',
    ])
  })

  test('refuses a prompt without a source and offers the nearest by spelling', () => {
    const refusal = understandPrompt('thnder')
    expect(refusal).toMatchObject({ ok: false })
    expect(refusal.ok ? [] : refusal.nearest).toContain('thunder')
  })

  test('offers neighbours in meaning where spelling says nothing', () => {
    const refusal = understandPrompt('violin solo')
    expect(refusal.ok ? [] : refusal.nearest).toContain('music box')
  })

  test.each([[''], ['   '], ['!!!'], ['42'], ['音'], ['a the of']])(
    'refuses %j with something to try',
    (prompt) => {
      const refusal = understandPrompt(prompt)
      expect(refusal.ok).toBe(false)
      expect(refusal.ok ? [] : refusal.nearest).not.toEqual([])
    },
  )
})

describe('the description', () => {
  test.each([
    ['heavy oak door slams', 'Wood door slam', 'sfx'],
    ['rain with distant thunder', 'Rain with distant thunder', 'ambience'],
    ['three knocks on a wooden door', '3× knock on wood', 'sfx'],
    ['synth pad', 'Synth pad', 'music'],
    ['ambulance siren fading into the distance', 'Ambulance leaving', 'sfx'],
  ])('names “%s”', (prompt, label, type) => {
    expect(describeScene(sceneOf(prompt))).toEqual({ label, type })
  })

  test('survives JSON as it is', () => {
    const scene = sceneOf('rain then two dogs barking in a cave')
    expect(JSON.parse(JSON.stringify(scene))).toEqual(scene)
  })
})
