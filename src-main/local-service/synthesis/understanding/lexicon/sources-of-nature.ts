// Nouns of weather, water, fire and what blows up.

import type { SourceRow } from './entries.ts'

/** Synonyms of one meaning share a row; the first is the name shown. */
export const NATURE_SOURCES: readonly SourceRow[] = [
  ['rain|rainfall|raindrops|rain shower|shower of rain', 'rain'],
  ['downpour|cloudburst|heavy rain|rainstorm|monsoon', 'rain', { action: 'pour', intensity: 0.85 }],
  [
    'drizzle|light rain|sprinkle|drops of rain|few drops of rain',
    'rain',
    { action: 'drizzle', intensity: 0.25 },
  ],
  ['hail|hailstorm|hailstones|sleet', 'hail'],
  ['wind|airflow', 'wind'],
  ['breeze|draft|draught', 'wind', { action: 'breeze', intensity: 0.25 }],
  ['ghost|phantom|spirit|banshee', 'wind', { action: 'howl', brightness: 0.6 }],
  [
    'snow storm|snowstorm|gale|windstorm|hurricane|tornado|cyclone|blizzard|sandstorm',
    'wind',
    { action: 'howl', intensity: 0.9 },
  ],
  [
    'snowfall|snowflakes|falling snow|snow falling|winter|arctic|tundra',
    'wind',
    { action: 'breeze', intensity: 0.3, brightness: 0.6 },
  ],
  ['gust|squall', 'wind', { action: 'gust', intensity: 0.7 }],
  ['thunder|thunderclap|lightning', 'thunder'],
  ['storm|thunderstorm|tempest', 'rain', { action: 'pour', intensity: 0.75, alsoNouns: ['thunder', 'gale'] }],
  [
    'steam|fire extinguisher|extinguisher|soda|fizz|coffee machine|espresso machine|steam leak|air leak|gas leak|spray',
    'steam',
  ],

  ['stream|brook|creek|water|flowing water|running water|fountain|rivulet', 'stream', { size: 0.35 }],
  ['river|rapids|torrent', 'stream', { size: 0.75, action: 'rush' }],
  ['faucet|tap water|water tap|sink', 'pour', { action: 'pour', size: 0.6, space: 'bathroom' }],
  ['waterfall|cascade|falls', 'waterfall'],
  ['shower', 'rain', { material: 'ceramic', intensity: 0.6, space: 'bathroom' }],
  ['drip|drop|droplet|water drop|leak|dripping water|gutter|downpipe', 'drip'],
  ['splash|water splash|plunge|dive', 'splash'],
  ['waves|wave|sea|ocean|surf|beach|shore|seaside|tide', 'waves'],
  ['lake|pond|harbor|harbour', 'waves', { action: 'lap', intensity: 0.3 }],
  ['bubbles|bubble|aquarium|fish tank', 'bubbles'],
  ['boiling water|kettle boiling|cauldron|pot|lava|potion', 'bubbles', { action: 'boil' }],
  ['gurgle|drain|swamp|bog', 'bubbles', { action: 'gurgle' }],
  [
    'pouring water|pour|drink|beer|wine|coffee|tea|whiskey|whisky|milk|juice|liquid|lemonade|glass of water',
    'pour',
  ],

  ['fire|flame|blaze|wildfire|inferno', 'fire'],
  ['campfire|bonfire|fireplace|hearth|firewood', 'fire', { action: 'crackle', size: 0.4 }],
  ['match|matchstick|match lit', 'fire', { size: 0.12, intensity: 0.35, alsoNouns: ['match scratch'] }],
  ['torch|candle|gas burner|gas stove|stove|stovetop|gas hob', 'fire', { size: 0.2, intensity: 0.3 }],
  ['explosion|detonation|bomb|blast|dynamite|grenade|mine|missile', 'explosion'],
  ['boom|sonic boom|sub drop|bass drop|sub boom', 'explosion', { action: 'boom', brightness: 0.3 }],
  ['gunshot|gun|gunfire|pistol|revolver|shot|handgun', 'gunshot'],
  ['rifle|shotgun|shotgun blast|sniper', 'gunshot', { size: 0.7 }],
  [
    'machine gun|burst of gunfire|burst of machine gun fire|burst of automatic fire|automatic rifle|submachine gun',
    'gunshot',
    { action: 'burst', size: 0.5 },
  ],
  ['cannon|artillery|mortar', 'gunshot', { action: 'cannon', size: 1 }],
  ['firework|firecracker|fireworks rocket', 'firework'],
  [
    'spark|electric crackle|electrical crackle|electricity|electric arc|short circuit|tesla coil|taser|electric shock',
    'spark',
  ],
]
