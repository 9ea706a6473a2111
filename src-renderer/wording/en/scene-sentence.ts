// What the engine heard in a prompt, as a person would write it: "A large wooden door, slamming once, in a stone hall."

type Fields = Readonly<Record<string, unknown>>

export interface HeardScene {
  readonly sentence: string
  /** What the prompt asked to leave out. */
  readonly leftOut: readonly string[]
  readonly notUnderstood: readonly string[]
}

/** Sources that have no number: "rain", never "a rain". The last word of a source tells. */
const UNCOUNTED = new Set(
  'rain thunder wind water fire glass applause traffic surf hail snow sand gravel ice wood metal paper static noise laughter music breathing typing lightning ambience drizzle breaking lava mud electricity'.split(
    ' ',
  ),
)
/** Actions that are nouns: a kind of the thing rather than what it does. */
const KINDS = new Set(
  'arpeggio breeze cannon cicada computer confirm cork cricket ding-dong error grasshopper heels kettle klaxon power-down power-up propeller referee snare takeoff two-tone typewriter vinyl'.split(
    ' ',
  ),
)
/** Families whose material is what they are on. */
const ON_A_SURFACE = new Set(['footsteps', 'hooves', 'rolling', 'bounce', 'knock', 'rain', 'hail', 'drip'])
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const FAR_METRES = 60

/** The sentence of a scene of the local engine, and the words it left; null for data of another shape. */
export function heardScene(scene: unknown): HeardScene | null {
  if (!isFields(scene) || !Array.isArray(scene.layers)) return null
  const given: readonly unknown[] = scene.layers
  const layers = given.filter(isFields).filter(({ source }) => typeof source === 'string')
  if (layers.length === 0 || layers.length < given.length) return null
  const stages = Map.groupBy(layers, (layer) => numberOf(layer.stage, 0))
  const parts = [...stages.keys()]
    .toSorted((a, b) => a - b)
    .map((stage) => listed((stages.get(stage) ?? []).map((layer) => phraseOf(layer, layers.length === 1))))
  const moods = wordsOf(scene.moods)
  const place = isFields(scene.space) ? placeOf(scene.space.kind) : ''
  const feeling = moods.length > 0 ? `; the mood is ${listed(moods, 'and')}` : ''
  const text = `${parts.join(', then ')}${place}${feeling}.`
  return {
    sentence: text.charAt(0).toUpperCase() + text.slice(1),
    leftOut: wordsOf(scene.excluded),
    notUnderstood: wordsOf(scene.notUnderstood),
  }
}

/** How what moves is heard to move. */
const WAYS: Readonly<Record<string, string>> = {
  approach: 'coming closer',
  leave: 'going away',
  pass: 'passing by',
  swell: 'growing louder',
  fade: 'fading',
}

/** One source and how it moves: "footsteps on gravel, coming closer". */
function phraseOf(layer: Fields, isAlone: boolean): string {
  const way = WAYS[String(layer.movement)]
  const still = stillPhraseOf(layer, isAlone)
  return way === undefined ? still : `${still}, ${way}`
}

/** One source: "three knocks on wood", "distant thunder rumbling". */
function stillPhraseOf(layer: Fields, isAlone: boolean): string {
  const source = String(layer.source)
  const action = typeof layer.action === 'string' ? layer.action : ''
  const material =
    typeof layer.material === 'string' && !source.includes(layer.material) ? layer.material : ''
  const count = numberOf(layer.count, 0)
  const isAct =
    action === '' || source.includes(action) || (action === 'walk' && source.startsWith('footstep'))
  const isOn = ON_A_SURFACE.has(String(layer.family))
  const isCounted = isAct && count > 1
  const adjectives = [
    numberOf(layer.distanceMetres, 0) > FAR_METRES ? 'distant' : '',
    sizeOf(numberOf(layer.size, 0.5)),
    isOn ? '' : material === 'wood' ? 'wooden' : material,
  ]
  const noun = [...adjectives, isCounted ? plural(source) : source].filter(Boolean).join(' ')
  const named = isCounted ? `${inWords(count)} ${noun}` : withArticle(noun)
  const surface = isOn && material !== '' ? ` on ${material}` : ''
  const manner = mannerOf(layer)
  if (isAct) return `${named}${surface}${manner === '' ? '' : `, ${manner}`}`
  if (KINDS.has(action)) return `${named} (${action})${surface}${manner === '' ? '' : `, ${manner}`}`
  const isOnce = count === 1 || layer.isOnce === true
  const times = isOnce ? 'once' : count === 0 ? '' : count === 2 ? 'twice' : `${inWords(count)} times`
  const doing = [gerund(action), manner, times].filter(Boolean).join(' ')
  return `${named}${isAlone ? ', ' : ' '}${doing}${surface}`
}

/** Size in a word where it is out of the usual. */
function sizeOf(size: number): string {
  if (size > 0.85) return 'huge'
  if (size > 0.7) return 'large'
  if (size < 0.15) return 'tiny'
  return size < 0.3 ? 'small' : ''
}

function mannerOf(layer: Fields): string {
  const intensity = numberOf(layer.intensity, 0.5)
  const tempo = numberOf(layer.tempo, 1)
  const force = intensity > 0.8 ? 'violently' : intensity < 0.25 ? 'softly' : ''
  const pace = tempo > 1.3 ? 'quickly' : tempo < 0.75 ? 'slowly' : ''
  return [force, pace].filter(Boolean).join(' and ')
}

function placeOf(kind: unknown): string {
  if (typeof kind !== 'string' || kind === '' || kind === 'dry') return ''
  if (kind === 'outdoors' || kind === 'underwater') return `, ${kind}`
  return `, in ${withArticle(kind.replaceAll('-', ' '))}`
}

/** "a door", "an engine"; nothing before what has no number or is many. */
function withArticle(noun: string): string {
  const last = noun.split(' ').at(-1) ?? ''
  if (UNCOUNTED.has(last) || /[^su]s$/.test(last)) return noun
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

function plural(noun: string): string {
  if (/[^s]s$/.test(noun)) return noun
  return /(s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`
}

/** "slam" → "slamming", "break" → "breaking", "crackle" → "crackling". */
function gerund(verb: string): string {
  if (/^[^aeiou]*[aeiou][bdgmnprt]$/.test(verb)) return `${verb}${verb.at(-1)}ing`
  return /[^eoy]e$/.test(verb) ? `${verb.slice(0, -1)}ing` : `${verb}ing`
}

/** "rain with thunder", "rain with thunder and wind"; by "and" alone where that is asked for. */
function listed(items: readonly string[], first: 'with' | 'and' = 'with'): string {
  const [head = '', ...rest] = items
  return rest.length === 0 ? head : `${head} ${first} ${rest.join(' and ')}`
}

const inWords = (count: number): string => NUMBERS[count] ?? String(count)
const numberOf = (value: unknown, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise
const wordsOf = (value: unknown): string[] => {
  const given: readonly unknown[] = Array.isArray(value) ? value : []
  return given.filter((each) => typeof each === 'string')
}
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
