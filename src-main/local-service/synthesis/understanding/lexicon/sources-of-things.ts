// Nouns of what is walked on, opened, rubbed, struck and broken.

import type { SourceRow } from './entries.ts'

/** Synonyms of one meaning share a row; the first is the name shown. */
export const THING_SOURCES: readonly SourceRow[] = [
  ['soldiers|soldier|troops|army|parade', 'footsteps', { action: 'stomp', intensity: 0.65 }],
  ['footsteps|footstep|steps|footfall|footfalls|foot|feet|shoes|shoe|sneakers', 'footsteps'],
  ['boots|boot|army boots', 'footsteps', { action: 'stomp', size: 0.65, intensity: 0.65 }],
  ['high heels|heels|stilettos', 'footsteps', { action: 'heels' }],
  ['barefoot|bare feet|slippers|paws|paw', 'footsteps', { action: 'sneak', brightness: 0.25 }],
  ['horse|hooves|hoof|hoofbeats|pony|donkey', 'hooves'],

  ['door|gate|doorway|hatch|trapdoor|front door', 'door'],
  [
    'car door|metal door|vault door|steel door|iron door|elevator door|fridge door',
    'door',
    { material: 'metal' },
  ],
  ['castle door|dungeon door|church door', 'door', { size: 0.9, space: 'stone-hall' }],
  [
    'cell door|prison door|jail door|prison cell door',
    'door',
    { material: 'metal', size: 0.7, space: 'stone-hall' },
  ],
  ['screen door|saloon door', 'door', { material: 'wood', size: 0.35 }],
  [
    'cupboard|cabinet|wardrobe|locker|laptop|lid|briefcase|glove box|chest|treasure chest',
    'door',
    { size: 0.25 },
  ],
  ['window|shutters', 'slide', { material: 'wood', size: 0.4 }],
  ['creak|hinge|floorboard|floorboards|rope|rocking chair|ship hull|old house', 'creak'],
  [
    'ship|sailing ship|wooden ship|pirate ship|galleon',
    'creak',
    { action: 'groan', material: 'wood', size: 0.8 },
  ],
  ['squeak|squeaky toy|rubber duck|rubber chicken|chalkboard', 'creak', { action: 'squeak', size: 0.2 }],
  ['valve|valve wheel|hatch wheel|wheel', 'creak', { action: 'squeak', size: 0.4 }],
  [
    'brakes|brake|brake squeal|tires|tyres|tire squeal|skid',
    'creak',
    { action: 'squeak', size: 0.6, intensity: 0.8 },
  ],
  ['knock|knocking|rap', 'knock'],
  ['lock|padlock|bolt|deadbolt|key in lock|latch|safe', 'lock'],
  ['key|door key|car key', 'lock', { action: 'turn' }],
  ['drawer|sliding door|drawer slide|patio door', 'slide'],
  [
    'sci fi door|airlock|spaceship door|space ship door|automatic door|futuristic door',
    'slide',
    { material: 'metal', action: 'open', tempo: 1.3, alsoNouns: ['hydraulics'] },
  ],
  [
    'match scratch|struck match|match strike',
    'slide',
    { action: 'scrape', material: 'wood', size: 0.05, tempo: 3 },
  ],
  [
    'record scratch|vinyl record scratch|vinyl scratch|dj scratch|turntable',
    'slide',
    { action: 'scrape', material: 'plastic', size: 0.25, tempo: 2.5 },
  ],
  [
    'wipers|wiper|windscreen wipers|windshield wipers',
    'slide',
    { action: 'scrape', material: 'rubber', size: 0.4, tempo: 2.2 },
  ],
  ['scrape|drag|furniture|chair scrape', 'slide', { action: 'drag' }],

  ['metal hit|clang|clank|metal|pipe|metal pipe|metal impact|scrap metal', 'impact', { material: 'metal' }],
  ['anvil|hammer|blacksmith|sledgehammer', 'impact', { material: 'metal', size: 0.4, brightness: 0.7 }],
  [
    'pan|shield|helmet|frying pan|bucket|tin can|can|metal tray|trash can|dustbin|bin|toolbox|tool box|tools|wrench|spanner',
    'impact',
    { material: 'metal', size: 0.4 },
  ],
  ['manhole|girder|dumpster|metal sheet|container', 'impact', { material: 'metal', size: 0.85 }],
  [
    'wood hit|wood|wood block|plank|log|stick|bat|baseball bat|club|wood impact|table|desk|chair',
    'impact',
    { material: 'wood' },
  ],
  [
    'stone|rock|boulder|wall|brick wall|brick|pebble|concrete|stone impact|slab|stone slab|tombstone|gravestone',
    'impact',
    { material: 'stone' },
  ],
  [
    'bottle|glass|wine glass|glass clink|toast|jar|glasses|cup|vase',
    'impact',
    { material: 'glass', action: 'clink' },
  ],
  [
    'plate|bowl|mug|teacup|dishes|crockery|porcelain|ceramic|cutlery|dish|saucer',
    'impact',
    { material: 'ceramic', action: 'clink' },
  ],
  ['box|crate|plastic|plastic box|suitcase|lego|dice', 'impact', { material: 'plastic' }],
  ['spoon|fork|teaspoon|nail|nails|screw', 'impact', { material: 'metal', action: 'clink', size: 0.12 }],
  ['ice cube|ice|icicle', 'impact', { material: 'ice', action: 'clink' }],
  [
    'pins|bowling pins|skittles|bowling strike|bowling|bowling alley',
    'impact',
    { material: 'wood', action: 'crash', size: 0.3 },
  ],
  [
    'impact|hit|thump|thud|punch|body fall|sandbag|kick|smack',
    'impact',
    { action: 'thud', material: 'earth' },
  ],
  ['clunk|clonk|thunk', 'impact', { action: 'thud', material: 'metal', size: 0.4 }],
  ['boxing|punching bag|boxing bag|boxing match', 'impact', { action: 'thud', material: 'leather' }],
  ['ground shake|earth shake|ground tremble|earth tremble', 'thunder', { action: 'rumble' }],
  [
    'ice skate|ice skating|skate|skating|figure skating',
    'slide',
    { action: 'scrape', material: 'ice', size: 0.15, brightness: 0.75, tempo: 1.4 },
  ],
  ['book|magazine', 'impact', { action: 'thud', material: 'paper', size: 0.35 }],
  [
    'crash|collision|car crash|wreck',
    'impact',
    { action: 'crash', material: 'metal', size: 0.75, intensity: 0.85 },
  ],
  ['scissors|shears|hedge clippers', 'click', { action: 'switch', size: 0.3, brightness: 0.7 }],
  ['sheath|scabbard', 'sword', { action: 'draw' }],
  ['sword|blade|knife|dagger|katana|steel|swordfight|sword fight', 'sword'],
  [
    'glass break|glass breaking|broken glass|shattered glass|window break|mirror|windowpane|glass shatter',
    'glass-break',
  ],
  ['bell|church bell|cathedral bell|tower bell|bell tower|tolling bell', 'bell', { size: 0.75 }],
  ['big bell|temple bell', 'bell', { size: 0.95, action: 'toll' }],
  [
    'cash register|till|ka ching|boxing bell|desk bell|reception bell|bicycle bell|bike bell|cowbell|ship bell|service bell',
    'bell',
    { size: 0.2, action: 'ding' },
  ],
  ['hand bell|school bell|dinner bell', 'bell', { size: 0.3 }],
  ['doorbell|door chime', 'bell', { size: 0.35, action: 'ding-dong' }],
  ['sleigh bells|jingle bells|cat bell', 'bell', { size: 0.08, action: 'jingle' }],
  ['gong|tam tam|singing bowl', 'gong'],
  ['cymbal|crash cymbal|hi hat', 'gong', { action: 'crash' }],
  ['wind chimes|wind chime|chimes|chime', 'chimes'],
  [
    'sparkle|twinkle|shimmer|fairy dust|pixie dust|glitter',
    'chimes',
    { size: 0.2, brightness: 0.8, tempo: 1.5 },
  ],
  ['bamboo chimes|wooden chimes', 'chimes', { material: 'wood' }],
  ['coin|coins|penny|quarter|token', 'coin'],
  [
    'keys|key ring|keychain|bunch of keys|chain|chains|shackles|armor|armour|chainmail|tambourine|spurs',
    'jingle',
  ],
  [
    'debris|rubble|rockslide|rock slide|landslide|avalanche|rockfall|cave in|building collapse|gravel slide',
    'debris',
  ],
  ['twig|branch|branch snap|snapping wood|splinter|tree', 'snap', { action: 'snap' }],
  // Bone rings as hard wood does.
  ['bone|skeleton', 'snap', { action: 'snap', material: 'wood' }],
]
