// Prompts as designers of games and films write them, each read by a person: who sounds, doing what, on what, how often, and moving how.

import { describe, expect, test } from 'vitest'
import type { SceneLayer } from '../../../src-main/local-service/synthesis/index.ts'
import { sceneOf } from './measure.ts'

/** A layer in words: "0 footsteps walk on gravel ×3, approach". */
function inWords(layer: SceneLayer): string {
  const { stage, family, action, material, count, isOnce, movement } = layer
  return [
    `${stage} ${family} ${action}`,
    material === null ? '' : ` on ${material}`,
    count === null ? '' : ` ×${count}`,
    isOnce ? ' once' : '',
    movement === undefined ? '' : `, ${movement}`,
  ].join('')
}

describe('prompts of games and films', () => {
  test.each<[string, string[]]>([
    ['UI button hover, soft tick', ['0 beep blip', '1 beep blip']],
    ['menu open swoosh, airy', ['0 whoosh pass']],
    ['inventory item pickup sparkle', ['0 beep collect', '0 chimes tinkle']],
    ['quest complete fanfare', ['0 music-box arpeggio']],
    ['error buzz, short and dull', ['0 beep error']],
    ['coin collect, retro arcade', ['0 beep collect']],
    ['loading screen ambience, calm synth pad', ['0 drone pad']],
    ['three rising confirmation beeps', ['0 beep confirm ×3']],
    ['leather jacket rustle', ['0 cloth rustle']],
    ['pages of an old book turning', ['0 paper turn']],
    ['keys jingling and being dropped on a table', ['0 jingle jingle', '1 jingle rattle']],
    ['cutlery on a plate', ['0 impact clink on ceramic']],
    ['someone chopping vegetables on a wooden board', ['0 crunch crunch']],
    ['wooden chair scraping across a tiled floor', ['0 slide drag on wood']],
    ['zipper of a backpack, slow', ['0 ratchet zip', '0 cloth rustle']],
    ['boots walking through deep snow', ['0 footsteps stomp on snow']],
    ['woman in heels running down a corridor', ['0 footsteps heels']],
    ['rainy night in the city', ['0 rain fall', '0 traffic pass']],
    ['seaside with gulls and gentle waves', ['0 waves break', '0 bird-call gull']],
    [
      'summer meadow with crickets and a distant cow',
      ['0 birds sing', '0 wind breeze on leaves', '0 insects cricket', '0 beast moo'],
    ],
    ['quiet library room tone with a ticking clock', ['0 hum hum', '0 clock tick']],
    ['jungle at night with frogs', ['0 birds sing', '0 wind breeze on leaves', '0 frog croak']],
    ['busy restaurant with clinking glasses', ['0 crowd murmur', '0 impact clink on glass']],
    ['windy mountain top', ['0 wind blow']],
    ['pistol shot with echo in an alley', ['0 gunshot shoot']],
    ['shotgun pump and blast', ['0 lock lock on metal', '0 gunshot shoot']],
    ['machine gun burst in the distance', ['0 gunshot burst']],
    ['sword swing and hit on a shield', ['0 whoosh swing', '1 impact hit on metal']],
    ['arrow whoosh then thud into wood', ['0 whoosh swing', '1 impact thud on wood']],
    ['grenade explosion with falling debris', ['0 explosion explode', '0 debris fall']],
    ['cannon fired three times', ['0 gunshot cannon ×3']],
    ['bow being drawn and released', ['0 creak creak', '1 whoosh swing']],
    [
      'car door closing, engine starts, car drives away',
      ['0 door close on metal', '1 engine start', '2 engine leave'],
    ],
    ['motorbike passing at high speed', ['0 engine pass']],
    ['truck reversing with beeper', ['0 engine idle', '0 beep beep']],
    ['train approaching, whistle blowing', ['0 train roll, approach', '0 horn blow']],
    ['helicopter taking off and leaving', ['0 helicopter hover, leave']],
    ['bicycle bell twice', ['0 bell ding ×2']],
    ['old elevator going up, then ding', ['0 motor run', '1 beep notify']],
    ['boat engine chugging away into the fog', ['0 engine idle, leave']],
    ['dragon roar in a cave', ['0 beast roar']],
    ['zombie groaning, getting closer', ['0 beast monster, approach']],
    ['small creature squeaking', ['0 beast squeal']],
    ['giant footsteps approaching, ground shaking', ['0 footsteps walk, approach', '0 thunder rumble']],
    ['wolf pack howling in the distance', ['0 beast howl']],
    ['horse snorting and stomping', ['0 beast neigh', '1 hooves walk']],
    ['cat purring next to the microphone', ['0 beast purr']],
    ['owl hooting twice, then silence', ['0 bird-call owl ×2']],
    ['thunder rolling, rain getting heavier', ['0 thunder roll', '0 rain fall, swell']],
    ['hailstorm on a car roof', ['0 hail fall on metal']],
    ['wind howling through a broken window', ['0 wind howl on glass']],
    ['snow storm fading out', ['0 wind howl, fade']],
    ['spaceship engine powering up', ['0 waterfall roar', '0 laser power-up']],
    ['laser rifle, four shots', ['0 laser shoot ×4']],
    [
      'robot servo moving, stops with a clunk',
      ['0 motor run', '1 motor stop', '1 impact thud on metal once'],
    ],
    ['teleporter activating with electric crackle', ['0 laser teleport', '0 spark zap']],
    ['airlock hissing open', ['0 slide open on metal', '0 puff release']],
    ['coffee machine steaming milk', ['0 steam hiss', '0 pour pour']],
    ['toilet flushing, then faucet running', ['0 stream gush', '1 pour pour']],
    ['vacuum cleaner switched off', ['0 vacuum suck, fade']],
    ['washing machine spin cycle', ['0 machine run']],
    ['kettle starting to whistle', ['0 whistle kettle']],
    ['crowd booing', ['0 crowd cheer']],
    ['stadium crowd cheering, getting louder', ['0 crowd cheer, swell']],
    ['audience applauding, fading out', ['0 applause applaud, fade']],
    ['people murmuring in a church', ['0 crowd murmur']],
    ['football kick and net', ['0 bounce bounce', '0 impact thud on earth']],
    [
      'basketball dribbling on a gym floor, two bounces then a whistle',
      ['0 bounce bounce on wood ×2', '1 whistle whistle once'],
    ],
    ['tennis rally', ['0 bounce dribble']],
    ['three referee whistle blasts', ['0 whistle referee ×3']],
    ['boxing bell, three dings', ['0 bell ding ×3']],
    ['skateboard rolling past', ['0 rolling roll on stone, pass']],
    ['ice skates on ice', ['0 slide scrape on ice']],
    ['three horse neighs', ['0 beast neigh ×3']],
    ['swimmer diving into a pool', ['0 splash splash']],
    ['two cats fighting', ['0 beast growl', '0 beast growl']],
    ['bubbles rising underwater', ['0 bubbles bubble']],
    ['water dripping in a sink, slowly', ['0 drip drip']],
    ['bowling strike', ['0 impact crash on wood']],
    ['golf swing and hit', ['0 whoosh swing', '1 impact thud on earth']],
    ['car skidding and crashing', ['0 engine idle', '0 creak squeak', '1 impact crash on metal']],
    ['scissors cutting paper', ['0 click switch on paper']],
    ['sword slash, blood splatter', ['0 whoosh swing', '0 crunch squish']],
    ['shower running in a bathroom', ['0 rain fall on ceramic']],
    ['sports car accelerating and driving off', ['0 engine accelerate', '1 engine leave']],
    ['steam train leaving the station', ['0 train roll, leave']],
    ['door knock, three times, then door opens', ['0 knock knock ×3', '1 door open']],
    ['heartbeat getting faster', ['0 heartbeat beat']],
    ['tank driving past', ['0 engine pass']],
    ['tv static, then a click and silence', ['0 static crackle', '1 click click once']],
    ['big church bell tolling, getting quieter', ['0 bell toll, fade']],
    ['flock of birds taking off', ['0 whoosh flap']],
    ['old man laughing softly', ['0 voice laugh']],
    ['horse and carriage passing by on cobblestones', ['0 hooves walk', '0 rolling roll on stone, pass']],
    ['ocean liner horn in the distance', ['0 horn honk']],
    ['printer printing a page', ['0 machine run', '0 paper turn']],
    ['fridge humming', ['0 hum hum']],
    ['car alarm going off, then stops', ['0 alarm bleep']],
    ['baby laughing', ['0 voice laugh']],
    ['dice rolling on a table', ['0 rolling roll on plastic']],
    ['drum roll building up to a cymbal crash', ['0 drum roll', '0 riser rise', '0 gong crash once']],
    ['church choir', ['0 drone pad']],
    ['wind turbine', ['0 fan blow']],
    ['thunderstorm fading away', ['0 rain pour, leave', '0 thunder rumble, leave', '0 wind howl, leave']],
    [
      'boots approaching on a metal staircase, door kicked in',
      ['0 footsteps stomp on metal, approach', '0 door close', '0 impact thud on earth'],
    ],
    ['zipper and jacket rustle', ['0 ratchet zip', '0 cloth rustle']],
    ['a cat meows three times', ['0 beast meow ×3']],
    ['sci fi scanner beep sweeping', ['0 beep beep']],
    ['healing spell, soft chime', ['0 laser teleport', '0 chimes tinkle']],
    ['game over sound, sad', ['0 laser power-down']],
    ['sword being sharpened', ['0 sword draw']],
    ['typewriter with carriage return bell', ['0 typing typewriter', '0 ratchet zip', '0 bell ring']],
    ['rocket launch, getting quieter', ['0 waterfall roar, fade']],
    ['fire extinguisher spray', ['0 steam spray']],
  ])('hears “%s”, every word of it', (prompt, layers) => {
    const scene = sceneOf(prompt)
    expect(scene.layers.map(inWords)).toEqual(layers)
    expect(scene.notUnderstood).toEqual([])
  })
})

describe('what moves', () => {
  test.each<[string, string[]]>([
    ['footsteps approaching', ['0 footsteps walk, approach']],
    ['approaching footsteps on gravel', ['0 footsteps walk on gravel, approach']],
    ['car approaching', ['0 engine drive, approach']],
    ['car approaching and passing by', ['0 engine pass']],
    ['a car passes by', ['0 engine pass']],
    ['ambulance siren passing by', ['0 alarm wail, pass']],
    ['police siren fading into the distance', ['0 alarm wail, leave']],
    ['helicopter approaching', ['0 helicopter hover, approach']],
    ['train approaching then passing', ['0 train pass']],
    ['rain getting louder', ['0 rain fall, swell']],
    ['wind getting quieter', ['0 wind blow, fade']],
    ['crowd cheering, fading away', ['0 crowd cheer, leave']],
    ['horse galloping away', ['0 hooves gallop, leave']],
    ['footsteps walking away in a corridor', ['0 footsteps walk, leave']],
    ['dog barking, getting closer', ['0 beast bark, approach']],
    ['someone running past', ['0 footsteps run, pass']],
    ['motorcycle driving away', ['0 engine leave']],
    [
      'thunderstorm approaching',
      ['0 rain pour, approach', '0 thunder rumble, approach', '0 wind howl, approach'],
    ],
    ['distant drums coming closer', ['0 drum hit, approach']],
    ['a swarm of bees leaving', ['0 insect-buzz swarm, leave']],
    ['applause fading out', ['0 applause applaud, fade']],
    ['music box fading away', ['0 music-box play, leave']],
    ['rain fades out', ['0 rain fall, fade']],
    ['an airplane flying overhead', ['0 aircraft pass']],
    ['fire truck siren approaching, then passing', ['0 alarm wail, pass']],
    ['a plane flies past', ['0 aircraft pass']],
    ['jet flyby', ['0 aircraft pass']],
    ['footsteps leave the room', ['0 footsteps walk, leave']],
    ['a whoosh', ['0 whoosh pass once']],
    ['a gunshot', ['0 gunshot shoot once']],
    ['a door slams', ['0 door slam once']],
    ['a hammer hitting metal', ['0 impact hit on metal']],
    ['a beep', ['0 beep beep once']],
  ])('hears how “%s” goes', (prompt, layers) => {
    expect(sceneOf(prompt).layers.map(inWords)).toEqual(layers)
  })
})

describe('one of a kind', () => {
  test('is what an article says of a thing that happens once, and nothing that goes on', () => {
    expect(sceneOf('a gunshot').layers[0]).toMatchObject({ count: null, isOnce: true })
    for (const prompt of [
      'gunshots',
      'a dog barking',
      'a car engine',
      'a clock ticking',
      'a hammer hitting metal',
    ])
      expect(sceneOf(prompt).layers[0]).not.toHaveProperty('isOnce')
  })
})
