// The describing words: materials, sizes, force, tone, pace, distance, places, moods, numbers and the small words.

import type { Material, SpaceKind } from '../../scene.ts'
import type { Entry, Shift } from './entries.ts'

const MATERIAL_WORDS: Readonly<Record<Material, string>> = {
  wood: 'wood|wooden|oak|pine|timber|bamboo|mahogany|plywood|parquet|planks|board|cutting board|deck|wood floor|wooden floor|hardwood|floor|table|desk|counter|bench|fence|crate wood',
  metal:
    'metal|metallic|steel|iron|tin|brass|copper|aluminum|aluminium|bronze|silver|gold|tin roof|metal roof|metal floor|grate|grating|roof|car roof|corrugated iron',
  glass: 'glass|crystal|window|windows|window pane|windscreen|windshield|window glass',
  stone:
    'stone|rock|concrete|marble|brick|granite|pavement|asphalt|cobblestone|cobbles|sidewalk|tarmac|street|road|stairs',
  ceramic: 'ceramic|porcelain|tile|tiles|tiled|clay|pottery',
  plastic: 'plastic|vinyl floor|linoleum|acrylic|pvc|umbrella',
  rubber: 'rubber',
  paper: 'paper|cardboard',
  cloth: 'cloth|fabric|cotton|silk|canvas|tent|tent roof|felt',
  leather: 'leather',
  earth: 'dirt|earth|soil|ground|mulch|clay ground',
  gravel: 'gravel|pebbles|shingle|stones|rubble ground|driveway',
  sand: 'sand|sandy|desert sand',
  snow: 'snow|snowy|slush|powder snow',
  ice: 'ice|icy|frozen',
  leaves:
    'leaves|leaf|dry leaves|dead leaves|foliage|trees|pines|pine trees|firs|bushes|undergrowth|forest floor|autumn leaves|twigs|pine needles',
  grass: 'grass|lawn|reeds|hay|straw|field|meadow grass',
  mud: 'mud|muddy|marsh',
  water: 'water|wet ground|puddle|shallow water|pond|lake|pool|river|sea|ocean',
  carpet: 'carpet|rug|carpeted|mat',
}

const SPACE_WORDS: Readonly<Record<SpaceKind, string>> = {
  dry: 'dry|anechoic|studio|close mic|dead room',
  outdoors:
    'outdoors|outside|open air|outdoor|yard|alley|field outside|parking lot|car park|rooftop|beach outside|street outside',
  forest: 'forest|woods|woodland|jungle floor',
  'small-room': 'small room|closet|car interior|booth|inside a car|elevator|cabin',
  room: 'basement|cellar|attic|library|garage|barn|shed|workshop|cottage|room|indoors|indoor|inside|bedroom|kitchen|office|living room|house|apartment|bar|shop|classroom',
  bathroom: 'bathroom|toilet|shower room|tiled room',
  corridor: 'hospital|school|corridor|hallway|stairwell|staircase|stairway',
  hall: 'hall|large hall|concert hall|theater|theatre|auditorium|stadium|arena|gym|gymnasium|station|train station hall|warehouse|hangar|big room|large room|echo|echoing|echoey|reverb|reverberant|reverberating|ballroom|church',
  'stone-hall':
    'stone hall|castle|dungeon|crypt|vault room|temple|tomb|throne room|mansion|stone room|marble hall|great hall',
  cathedral: 'cathedral|abbey|basilica|minster',
  cave: 'cave|cavern|grotto|mine shaft|underground|catacombs',
  tunnel:
    'tunnel|well|deep well|shaft|elevator shaft|sewer|subway tunnel|culvert|underpass|parking garage|metal tube',
  underwater: 'underwater|submerged|under water|beneath the water|under the sea|deep sea',
  canyon: 'canyon|valley|mountains|gorge|mountain|ravine|cliff|cliffs',
}

type ShiftRow = readonly [words: string, shift: Shift, isMood?: boolean]

const SHIFTS: readonly ShiftRow[] = [
  ['tiny|miniature|minuscule|micro', { size: -0.4 }],
  ['small|little|thin|narrow|kid|child|baby|cute', { size: -0.25 }],
  ['short|brief|momentary', { size: -0.25, lastsSeconds: 1.5 }],
  ['burst of|blast of|spurt of|flurry of', { intensity: 0.1, lastsSeconds: 1.2 }],
  ['woman|girl|lady|slim|light weight|lightweight', { size: -0.12 }],
  ['man|guy|boy', { size: 0.03 }],
  ['big|large|tall|thick|wide|fat|bulky|long', { size: 0.25 }],
  ['heavy|massive|hefty|weighty|solid|sturdy|dense', { size: 0.25, intensity: 0.18 }],
  ['huge|giant|enormous|gigantic|colossal|epic|monstrous|mighty|immense', { size: 0.42, intensity: 0.2 }],
  ['light|delicate|slight|dainty', { size: -0.1, intensity: -0.2 }],

  [
    'quiet|quietly|soft|softly|gentle|gently|faint|faintly|subtle|mild|weak|weakly|low volume|silent|hushed',
    { intensity: -0.28, brightness: -0.08 },
  ],
  ['loud|loudly|strong|strongly|hard|intense|powerful|forceful|forcefully|big time', { intensity: 0.25 }],
  [
    'violent|violently|brutal|furious|furiously|fierce|wild|raging|extreme|thunderous|deafening|angry|angrily|aggressive|aggressively',
    { intensity: 0.4 },
  ],
  ['mechanical|electric|electrical|rotary|moderate|medium|normal|regular|usual|average', {}],

  ['bright|crisp|sharp|brilliant|high pitched|high|shrill|piercing|tinny|clear|clean', { brightness: 0.27 }],
  [
    'dull|dark|muffled|deep|low pitched|bassy|warm|mellow|low|hollow|boomy|rumbling low|thick sounding|bass',
    { brightness: -0.27 },
  ],
  ['airy|breathy|light and airy', { brightness: 0.15, intensity: -0.1 }],
  ['rusty|rusted|old|ancient|worn|vintage', { brightness: 0.1, intensity: 0.05 }],
  ['wet|damp|soggy', { brightness: -0.05 }],
  ['trapped|caught|enclosed', { brightness: -0.15 }],
  ['busy|crowded|lively|bustling', { intensity: 0.15, size: 0.15 }],

  ['medium pace|steady pace|normal pace|even pace', {}],
  ['slow pace', { tempoTimes: 0.6 }],
  ['fast pace|quick pace|brisk pace', { tempoTimes: 1.6 }],
  ['finale|grand finale', { tempoTimes: 1.8, intensity: 0.2 }],
  ['meaty|fleshy|beefy', { size: 0.12, brightness: -0.15 }],
  [
    'now and then|every now and then|occasional|occasionally|from time to time|once in a while|sporadic|sporadically|intermittent|intermittently|sparse',
    { tempoTimes: 0.5 },
  ],
  ['slow|slowly|lazy|lazily|leisurely|unhurried|ponderous', { tempoTimes: 0.6 }],
  [
    'fast|quick|quickly|rapid|rapidly|swift|hurried|frantic|frantically|hasty|speedy|brisk|briskly|urgent|hectic',
    { tempoTimes: 1.6 },
  ],
  ['very fast|lightning fast|machine like', { tempoTimes: 2.2 }],
  ['steady|steadily|constant|continuous|even|rhythmic|regularly|constantly|endless|continuously', {}],

  [
    'distant|distantly|far|far away|faraway|far off|in the distance|at a distance|distance|from a distance|some distance away|afar|from afar|remote|off in the distance',
    { distanceMetres: 120, isBackground: true },
  ],
  ['very far|miles away|on the horizon', { distanceMetres: 600, isBackground: true }],
  ['close|close up|near|nearby|up close|intimate|right next to', { distanceMetres: 1 }],
  [
    'across the street|next door|upstairs|behind a wall|through a wall|behind the wall|from the next room|in the next room|next room',
    { distanceMetres: 45, brightness: -0.2, isBackground: true },
  ],
  [
    'approach|come closer|get closer|move closer|draw closer|closer|closer and closer|draw near|come near|come nearer|get nearer|come towards|come toward|head towards|oncoming|incoming|arrive|pull up|pull in',
    { movement: 'approach' },
  ],
  [
    'leave|away|recede|depart|disappear|fade away|fade into the distance|fade in the distance|fade off|into the distance|off into the distance|disappear into the distance|farther away|further away|get farther|get further|get farther away|get further away|more and more distant|out of earshot',
    { movement: 'leave' },
  ],
  [
    'pass|pass by|go by|go past|come past|past|pass overhead|fly by|fly past|fly over|drive by|drive past|speed past|speed by|rush past|rush by|flyby|flyover|fly overhead|pass through',
    { movement: 'pass' },
  ],
  [
    'get louder|grow louder|become louder|louder and louder|crescendo|swell|swelling|fade in|grow|increase|intensify|rise in volume|build in intensity|get stronger|get heavier|grow stronger|get closer and louder',
    { movement: 'swell' },
  ],
  [
    'get quieter|grow quieter|become quieter|quieter and quieter|get softer|get fainter|grow fainter|fainter and fainter|fade|fade out|fade to silence|die away|die out|decrescendo|diminuendo|trail off|ebb away|let up|get weaker|switch off|turn off|shut off',
    { movement: 'fade' },
  ],
  [
    'in the background|background|in background|faintly in the back|underneath',
    { isBackground: true, distanceMetres: 25 },
  ],
  ['in the foreground|foreground', { distanceMetres: 1 }],

  [
    'abandoned|deserted|eerie|eerily|spooky|creepy|haunted|scary|horror|sinister|ominous|menacing|ghostly|haunting|unsettling|dread',
    { brightness: -0.16, tempoTimes: 0.8 },
    true,
  ],
  [
    'calm|peaceful|relaxing|serene|tranquil|soothing|sleepy|cozy|cosy|dreamy|meditative',
    { intensity: -0.2, tempoTimes: 0.85, brightness: -0.06 },
    true,
  ],
  [
    'happy|cheerful|playful|funny|joyful|cartoon|comic|comedic|cartoony|silly',
    { brightness: 0.14, tempoTimes: 1.15, size: -0.08 },
    true,
  ],
  [
    'sad|melancholic|lonely|gloomy|bleak|somber|sombre',
    { brightness: -0.16, tempoTimes: 0.82, intensity: -0.08 },
    true,
  ],
  [
    'tense|dramatic|suspenseful|cinematic|nervous|anxious|desperate|scared|frightened|terrified',
    { intensity: 0.1, brightness: -0.05 },
    true,
  ],
  [
    'futuristic|sci fi|science fiction|digital|synthetic|robotic|cyberpunk|alien|8 bit|16 bit|retro|chiptune',
    { brightness: 0.1 },
    true,
  ],
  ['magical|mystical|fantasy|enchanted', { brightness: 0.12 }, true],
]

const NUMBER_WORDS =
  'zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen'
/** From twenty on. */
const TENS = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety'

const COUNT_WORDS: Readonly<Record<string, number>> = {
  once: 1,
  single: 1,
  twice: 2,
  double: 2,
  couple: 2,
  thrice: 3,
  triple: 3,
  few: 3,
  several: 4,
  dozen: 12,
}

const FILLERS =
  "a|an|the|sound|sounds|noise|noises|effect|effects|sfx|foley|audio|recording|some|someone|somebody|something|person|people|that|which|is|are|was|being|be|been|very much|it|its|it's|there|this|these|those|he|she|they|his|her|their|my|your|you|me|him|them|please|make|create|generate|give|me|i|want|need|like|just|kind|type|style|for|game|video game|movie|film|scene|hear|heard|hearing|coming|comes|come|going|goes|go|making|makes|having|has|have|with|by|at|to|up|down|out|again|around|about|along|back|left|right|one after another|each|other|another|any|all|also|at night|by night|night time|during the night|too|more|much|many|lots|lot|bit|set|series|sequence|pattern|loop|looping|loopable|seamless|ambient|ui|user interface|interface|menu|overhead|solo|ambience of|ambience|atmosphere|background of|typical|classic|realistic|real|natural|high quality|quality|mono|time|times|day|daytime|morning|evening|today|first|second|finally|suddenly|slowly getting|both|every|s|t|so|until|when|where|who|getting|get|gets|side|top|middle|piece|group|bunch of|handful|silence|full|empty|while being|itself|himself|herself|hand|area|place|world|part|teeth|only|dawn|dusk|noon|midnight|sunrise|sunset|half|polite|politely|gut|submarine|patio|sedan|stretching|cracked|expensive|movement|cast|bubbly|trailer|tail|display|at high speed|at full speed|target|nothing else|inventory|quest|screen|loading|complete|summer|autumn|sunny|fog|foggy|mist|misty|microphone|mic|pack|cycle|net|pitch|bow string|slow motion|overhead view|horde|rest|flash|flower|throat|flock|healing|heal"

export function materialEntries(): Entry[] {
  return entriesOf(MATERIAL_WORDS).map(([words, material]) => ({ words, material }))
}

export function spaceEntries(): Entry[] {
  return entriesOf(SPACE_WORDS).map(([words, space]) => ({ words, space }))
}

/** Pairs of each word and its key. */
function entriesOf<Key extends string>(record: Readonly<Record<Key, string>>): [string, Key][] {
  // Object.keys gives string[]; the record's own type says which.
  return (Object.keys(record) as Key[]).flatMap((key) =>
    record[key].split('|').map((word): [string, Key] => [word, key]),
  )
}

export function shiftEntries(): Entry[] {
  return SHIFTS.flatMap(([words, shift, isMood]) =>
    words.split('|').map((word) => ({ words: word, shift, isMood: isMood ?? false })),
  )
}

export function countEntries(): Entry[] {
  return [
    ...NUMBER_WORDS.split('|').map((words, count) => ({ words, count })),
    ...TENS.split('|').flatMap((ten, index) =>
      ['', ...NUMBER_WORDS.split('|').slice(1, 10)].map((unit, ones) => ({
        words: `${ten} ${unit}`.trim(),
        count: (index + 2) * 10 + ones,
      })),
    ),
    ...Object.entries(COUNT_WORDS).map(([words, count]) => ({ words, count })),
  ].filter((entry) => entry.count > 0)
}

export function smallEntries(): Entry[] {
  const list = (words: string, entry: Omit<Entry, 'words'>): Entry[] =>
    words.split('|').map((word) => ({ words: word, ...entry }))
  return [
    ...list(FILLERS, { isFiller: true }),
    ...list('and|plus|while|as|mixed with|together with|along with|accompanied by|with|but|&|+', {
      connector: 'layer',
    }),
    ...list(
      'then|and then|followed by|after that|afterwards|before|next|later|and finally|which then|pause|a pause|short pause|a short pause|long pause|a long pause|brief pause|a brief pause|a moment later|moments later|a second later|shortly after|shortly afterwards|ending with|ending in|turning into|leading to',
      { connector: 'then' },
    ),
    ...list('after', { connector: 'after' }),
    ...list('or|nor', { connector: 'or' }),
    ...list('no|without|not|minus|except|excluding|never|free of|without any', { isNegation: true }),
    ...list('very|really|extremely|super|incredibly|super|quite', { degree: 1.5 }),
    ...list('slightly|somewhat|a bit|a little bit|rather|fairly|barely|mildly', { degree: 0.5 }),
    ...list(
      'of|over|during|off|off of|on|onto|in|into|inside|through|against|under|beneath|from|across|near|between|behind|upon|within|among',
      { isPreposition: true },
    ),
  ]
}
