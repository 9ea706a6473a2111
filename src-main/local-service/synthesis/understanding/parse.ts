// The grammar of prompts: which word belongs to which source, what is left out, and what follows what.

import { FAMILIES } from '../families/registry.ts'
import type { Material, SpaceKind } from '../scene.ts'
import { applyAction, canDo, type Draft, draftOf } from './draft.ts'
import type { Entry, Shift, SourceMeaning } from './lexicon/entries.ts'
import { entryFor } from './lexicon/lexicon.ts'
import type { Item, Segment } from './reading.ts'

export interface SceneReading {
  readonly drafts: Draft[]
  readonly space: SpaceKind | null
  /** The prompt refused any reverberation. */
  readonly isDry: boolean
  readonly moods: string[]
  readonly moodShifts: Shift[]
  readonly excluded: string[]
  readonly notUnderstood: string[]
}

/** What a describing word wants of the source it belongs to. */
interface Pending {
  readonly shift?: Shift
  readonly material?: Material
  readonly count?: number
}

/** What sounds in a place that is all a prompt names. */
const SOUND_OF_PLACE: Partial<Record<SpaceKind, string>> = {
  forest: 'forest ambience',
  outdoors: 'breeze',
  cave: 'drip',
  tunnel: 'drip',
  underwater: 'bubbles',
  canyon: 'wind',
  room: 'room tone',
  hall: 'room tone',
  corridor: 'room tone',
  'stone-hall': 'wind',
  cathedral: 'room tone',
}

/** Families whose number means individuals, not events: two dogs are two layers. */
const INDIVIDUALS = new Set([
  'beast',
  'bird-call',
  'birds',
  'frog',
  'insects',
  'insect-buzz',
  'engine',
  'motor',
  'helicopter',
  'aircraft',
  'train',
  'hooves',
  'footsteps',
])
const MOST_INDIVIDUALS = 4

/** Families that are something being done to a thing named after them: "knocking on a door". */
const DONE_TO = new Set(['knock', 'lock', 'creak', 'snap', 'impact', 'slide', 'clap', 'whoosh', 'footsteps'])

/** Families whose material is what they happen on; of all others it is what they are made of. */
export const ON_A_SURFACE: ReadonlySet<string> = new Set([
  'footsteps',
  'rain',
  'hail',
  'hooves',
  'knock',
  'wind',
  'bounce',
])

/** Reads all segments. */
export function readScene(segments: readonly Segment[]): SceneReading {
  const reader = new Reader()
  segments.forEach((segment, index) => {
    reader.read(segment, segments[index + 1])
  })
  return reader.finish()
}

class Reader {
  private readonly drafts: Draft[] = []
  private readonly moods: string[] = []
  private readonly moodShifts: Shift[] = []
  private readonly excluded: string[] = []
  private readonly unknown: string[] = []
  private space: SpaceKind | null = null
  private isDry = false
  private stage = 0
  private pending: Pending[] = []
  private isNegatedOnward = false
  private readonly unwantedFamilies = new Set<string>()

  read(segment: Segment, next: Segment | undefined): void {
    const opened = this.drafts.length
    this.openStage(segment)
    const split = segment.items.findIndex((item) => item.entry?.isNegation)
    const resume = split < 0 ? -1 : endOfNegation(segment.items, split)
    const isContinued =
      this.isNegatedOnward &&
      segment.items.every((item) => item.entry?.isNegation !== true) &&
      segment.openedBy === 'layer' &&
      isBareNoun(segment)
    const { items } = segment
    const wanted = isContinued ? [] : split < 0 ? items : [...items.slice(0, split), ...items.slice(resume)]
    const unwanted = isContinued ? items : split < 0 ? [] : items.slice(split + 1, resume)
    this.isNegatedOnward = unwanted.length > 0
    this.readItems(wanted, segment)
    this.readUnwanted(unwanted)
    this.settlePending(opened, segment, next)
  }

  /** Moves on in time where the connector says so. */
  private openStage(segment: Segment): void {
    const last = this.drafts.at(-1)
    if (!last) return
    if (segment.openedBy === 'then') this.stage = Math.max(...this.drafts.map((draft) => draft.stage)) + 1
    if (segment.openedBy === 'after') {
      for (const draft of this.drafts) if (draft.stage >= this.stage) draft.stage++
    }
    if (segment.openedBy === 'sentence') {
      const source = segment.items.find((item) => item.entry?.source)?.entry?.source
      const isEvent = (family: string | undefined) =>
        family !== undefined && FAMILIES.get(family)?.kind === 'event'
      if (isEvent(source?.family) && isEvent(last.family)) this.stage = last.stage + 1
    }
  }

  private readItems(items: readonly Item[], segment: Segment): void {
    const firstDraft = this.drafts.length
    let isAfterPreposition = false
    let isPlaced = false
    let preposition = ''
    let degree = 1
    for (let i = 0; i < items.length; i++) {
      const item = items[i]!
      const { entry } = item
      const current = this.drafts.length > firstDraft ? this.drafts.at(-1) : undefined
      if (item.number !== null) {
        i += this.readNumber(item.number, items, i, current)
        continue
      }
      if (!entry) {
        this.noteUnknown(item.text)
        continue
      }
      if (entry.isPreposition && !entry.source) {
        isAfterPreposition = true
        isPlaced = false
        preposition = entry.words
        continue
      }
      if (entry.degree !== undefined) {
        degree = entry.degree
        continue
      }
      const ahead = sourceAhead(items, i)
      const role = roleOf(entry, item.text, {
        current,
        ahead,
        isAfterPreposition,
        hasAnyDraft: this.drafts.length > 0,
      })
      switch (role) {
        case 'material':
          if (isAfterPreposition && ahead?.isAdjacent && !ahead.source.noun.includes('floor')) {
            this.pending.push({ material: entry.material! })
          } else if (isAfterPreposition && current) {
            // Of "stone floor" the first says what it is made of.
            if (!isPlaced) this.placeOn(current, entry.material!, preposition)
            isPlaced = true
          } else if (ahead?.isAdjacent || !current) this.pending.push({ material: entry.material! })
          else current.material = entry.material!
          break
        case 'space':
          this.space ??= entry.space!
          isAfterPreposition = false
          break
        case 'shift': {
          const shift = scaled(entry.shift!, degree)
          if (entry.isMood) {
            this.moods.push(item.text)
            this.moodShifts.push(shift)
          } else if (current && (isAdverb(item.text, entry) || !ahead)) current.shifts.push(shift)
          else this.pending.push({ shift })
          break
        }
        case 'count':
          if (current && !ahead) current.count = entry.count!
          else if (isTimes(items[i + 1]) && current) current.count = entry.count!
          else this.pending.push({ count: entry.count! })
          break
        case 'action':
          this.act(entry, item, current, ahead, segment)
          break
        case 'source':
          this.sound(entry.source!, current, isAfterPreposition)
          isAfterPreposition = false
          break
        case 'filler':
          break
      }
      degree = 1
    }
  }

  /** A number in digits: events, individuals, or beats a minute. Returns how many more items it used. */
  private readNumber(value: number, items: readonly Item[], at: number, current: Draft | undefined): number {
    const next = items[at + 1]
    if (next?.text === 'bpm' || (next?.text === 'beats' && items[at + 2]?.text === 'per')) {
      const used = next.text === 'bpm' ? 1 : 3
      if (current ?? this.drafts.at(-1)) (current ?? this.drafts.at(-1))!.beatsPerMinute = value
      else this.noteUnknown(`${value} bpm`)
      return used
    }
    if (value < 1) {
      this.noteUnknown(String(value))
      return 0
    }
    if ((isTimes(next) || next?.text === 'x') && current) {
      current.count = value
      return 1
    }
    this.pending.push({ count: value })
    return next?.text === 'x' ? 1 : 0
  }

  /** A verb: for the source before it, the source after it, the source of the clause before, or one that it implies. */
  private act(
    entry: Entry,
    item: Item,
    current: Draft | undefined,
    ahead: Ahead | null,
    segment: Segment,
  ): void {
    const action = entry.action!
    if (current && canDo(current.family, action)) {
      // The first verb tells what is heard: "slams shut". The usual one says nothing new of "high heels".
      const isUsual = action.byFamily[current.family] === FAMILIES.get(current.family)?.actions[0]
      const isOpen = current.action === null || (current.action === current.source.traits.action && !isUsual)
      if (isOpen) applyAction(current, action)
      else if (current.family === 'door' && current.action === 'creak') applyAction(current, action)
      return
    }
    if (ahead && canDo(ahead.source.family, action)) {
      this.pendingActions.push(entry)
      return
    }
    const before = this.drafts.at(-1)
    if (!current && before && canDo(before.source.family, action)) {
      // "A door opens and closes": the same door again, a moment later.
      const again = {
        ...before,
        family: before.source.family,
        shifts: [...before.shifts],
        stage: segment.openedBy === 'after' ? this.stage : before.stage + 1,
        count: null,
      }
      applyAction(again, action)
      this.stage = Math.max(this.stage, again.stage)
      this.add(again)
      return
    }
    const isBusy = current !== undefined && FAMILIES.get(current.family)?.kind === 'texture'
    const implied =
      action.otherwiseNoun === null || isBusy ? undefined : entryFor(action.otherwiseNoun)?.source
    if (!implied) {
      if (!current || !ahead) this.noteIdle(item.text, current !== undefined)
      return
    }
    const draft = draftOf(implied, this.stage)
    draft.action = null
    applyAction(draft, action)
    draft.action ??= implied.traits.action ?? null
    this.add(draft)
  }

  private readonly pendingActions: Entry[] = []

  /** A noun that sounds: a new layer, or more about the one before. */
  private sound(source: SourceMeaning, current: Draft | undefined, isAfterPreposition: boolean): void {
    if (current && isAfterPreposition && DONE_TO.has(current.family) && !isTexture(source.family)) {
      const material = this.pending.find((one) => one.material)?.material ?? source.traits.material
      if (material) current.material = material
      this.pending = []
      return
    }
    const same = this.drafts.find((draft) => draft.stage === this.stage && draft.family === source.family)
    const isSameTexture =
      same !== undefined &&
      isTexture(source.family) &&
      same.action === (source.traits.action ?? null) &&
      this.pending.length === 0
    if (same && (same === current || isSameTexture)) {
      // "A gust of wind", "hammer on anvil": one thing said twice.
      this.pour(same)
      return
    }
    const draft = draftOf(source, this.stage)
    draft.isBackground = isAfterPreposition && current !== undefined && isTexture(source.family)
    this.add(draft)
    for (const noun of source.traits.alsoNouns ?? []) {
      const also = entryFor(noun)?.source
      if (also)
        this.drafts.push({ ...draftOf(also, this.stage), shifts: [...draft.shifts], isBackground: true })
    }
  }

  private add(draft: Draft): void {
    for (const entry of this.pendingActions.splice(0)) applyAction(draft, entry.action!)
    this.drafts.push(draft)
    this.pour(draft)
    if (draft.source.traits.space) this.space ??= draft.source.traits.space
    if (draft.count !== null && draft.count > 1 && INDIVIDUALS.has(draft.family) && this.countIsBefore) {
      const individuals = Math.min(draft.count, MOST_INDIVIDUALS)
      draft.count = null
      for (let k = 1; k < individuals; k++) this.drafts.push({ ...draft, shifts: [...draft.shifts] })
    }
    this.countIsBefore = false
  }

  private countIsBefore = false

  /** Gives a source all that was waiting for it. */
  private pour(draft: Draft): void {
    for (const one of this.pending) {
      if (one.shift) draft.shifts.push(one.shift)
      if (one.material) draft.material = one.material
      if (one.count !== undefined) {
        draft.count = one.count
        this.countIsBefore = true
      }
    }
    this.pending = []
  }

  /** "On gravel", "into water". */
  private placeOn(draft: Draft, material: Material, preposition: string): void {
    const isSinking = material === 'water' && (preposition === 'into' || preposition === 'in')
    if (isSinking && (draft.family === 'impact' || draft.family === 'whoosh')) {
      draft.family = 'splash'
      draft.action = null
      draft.material = null
      return
    }
    const described = this.pending.find((one) => one.material)?.material
    for (const one of this.pending) if (one.shift) draft.shifts.push(one.shift)
    this.pending = []
    const isOfGround = ON_A_SURFACE.has(draft.family) || draft.material === null || draft.material === 'earth'
    if (isOfGround && draft.family !== 'glass-break') draft.material = described ?? material
  }

  private readUnwanted(items: readonly Item[]): void {
    if (items.length === 0) return
    const words: string[] = []
    for (const { entry, text } of items) {
      if (!entry) {
        this.noteUnknown(text)
        continue
      }
      if (entry.isFiller && !entry.source && !entry.space) continue
      words.push(text)
      if (entry.space) this.isDry = true
      if (entry.source) this.unwantedFamilies.add(entry.source.family)
      else if (entry.action?.otherwiseNoun) {
        const implied = entryFor(entry.action.otherwiseNoun)?.source
        if (implied) this.unwantedFamilies.add(implied.family)
      } else if (entry.shift) {
        // "Not too loud": half a step the other way.
        const opposite = scaled(entry.shift, -0.5)
        const last = this.drafts.at(-1)
        if (last) last.shifts.push(opposite)
        else this.pending.push({ shift: opposite })
      }
    }
    if (words.length > 0) this.excluded.push(words.join(' '))
  }

  /** At the end of a segment: what found no source goes back or waits for the next one. */
  private settlePending(opened: number, segment: Segment, next: Segment | undefined): void {
    if (this.pending.length === 0) return
    const isNew = this.drafts.length > opened
    const last = this.drafts.at(-1)
    const goesOn = next !== undefined && next.openedBy === 'comma' && segment.openedBy === 'layer'
    if (last && (isNew || (segment.openedBy !== 'then' && !goesOn))) this.pour(last)
  }

  private noteUnknown(text: string): void {
    if (!this.unknown.includes(text)) this.unknown.push(text)
  }

  /** A verb that the source cannot do and that implies nothing. */
  private noteIdle(text: string, hasSource: boolean): void {
    if (!hasSource) this.noteUnknown(text)
  }

  finish(): SceneReading {
    if (this.drafts.length === 0 && this.space && this.excluded.length === 0) {
      const source = entryFor(SOUND_OF_PLACE[this.space] ?? '')?.source
      if (source) this.sound(source, undefined, false)
    }
    const last = this.drafts.at(-1)
    if (last) this.pour(last)
    const kept = this.drafts.filter((draft) => !this.unwantedFamilies.has(draft.family))
    // Stages without a layer left close up.
    const stages = [...new Set(kept.map((draft) => draft.stage))].sort((a, b) => a - b)
    for (const draft of kept) draft.stage = stages.indexOf(draft.stage)
    return {
      drafts: kept,
      space: this.space,
      isDry: this.isDry || this.space === 'dry',
      moods: [...new Set(this.moods)],
      moodShifts: this.moodShifts,
      excluded: this.excluded,
      notUnderstood: this.unknown,
    }
  }
}

interface Ahead {
  readonly source: SourceMeaning
  /** Nothing but describing words lie between. */
  readonly isAdjacent: boolean
}

/** The next noun of the segment that can sound. */
function sourceAhead(items: readonly Item[], from: number): Ahead | null {
  let isAdjacent = true
  for (let i = from + 1; i < items.length; i++) {
    const entry = items[i]!.entry
    if (entry?.isPreposition && !entry.source) isAdjacent = false
    // A material after a preposition is what something stands on, not a source.
    if (entry?.source && (isAdjacent || !entry.material)) return { source: entry.source, isAdjacent }
    if (entry?.action && !entry.source) isAdjacent = false
  }
  return null
}

type Role = 'source' | 'action' | 'material' | 'space' | 'shift' | 'count' | 'filler'

interface Context {
  readonly current: Draft | undefined
  readonly ahead: Ahead | null
  readonly isAfterPreposition: boolean
  readonly hasAnyDraft: boolean
}

/** Which of its roles a word plays here. */
function roleOf(entry: Entry, text: string, context: Context): Role {
  const { current, ahead, isAfterPreposition } = context
  if (entry.material && isAfterPreposition && current) return 'material'
  if (entry.space && (isAfterPreposition || !entry.source)) return 'space'
  if (entry.action && entry.source) {
    if (current && !isAfterPreposition && canDo(current.family, entry.action)) return 'action'
    if (ahead?.isAdjacent && canDo(ahead.source.family, entry.action)) return 'action'
    return 'source'
  }
  if (entry.action && entry.shift) {
    const isInflected = text !== entry.words
    return isInflected || (current !== undefined && !ahead && canDo(current.family, entry.action))
      ? 'action'
      : 'shift'
  }
  if (entry.material && entry.source) {
    if (ahead?.isAdjacent) return ahead.source.family === entry.source.family ? 'filler' : 'material'
    return current &&
      !isAfterPreposition &&
      current.material === null &&
      FAMILIES.get(current.family)?.kind === 'event'
      ? 'material'
      : 'source'
  }
  if (entry.source) return 'source'
  if (entry.action) return 'action'
  if (entry.material) return 'material'
  if (entry.shift) return 'shift'
  if (entry.count !== undefined) return 'count'
  return 'filler'
}

function isTexture(family: string): boolean {
  return FAMILIES.get(family)?.kind === 'texture'
}

function isAdverb(text: string, entry: Entry): boolean {
  return text.endsWith('ly') || entry.words.includes(' ') || entry.shift?.tempoTimes !== undefined
}

function isTimes(item: Item | undefined): boolean {
  return item?.text === 'times' || item?.text === 'time'
}

/** Where a negation ends: "not" covers the describing words after it, every other one the rest of its segment. */
function endOfNegation(items: readonly Item[], at: number): number {
  if (items[at]!.text !== 'not') return items.length
  let end = at + 1
  while (end < items.length && isDescribing(items[end]!.entry)) end++
  return end > at + 1 && items[end - 1]!.entry?.shift ? end : items.length
}

function isDescribing(entry: Entry | null): boolean {
  return (
    entry !== null &&
    !entry.source &&
    (entry.shift !== undefined || entry.degree !== undefined || entry.isFiller === true)
  )
}

/** "or wind": nouns and nothing else, as the continuation of "no birds". */
function isBareNoun(segment: Segment): boolean {
  return (
    segment.items.every(
      ({ entry }) =>
        entry !== null &&
        (entry.source !== undefined || entry.isFiller === true || entry.space !== undefined),
    ) && segment.items.length <= 3
  )
}

/** A shift made stronger, weaker, or turned over. */
function scaled(shift: Shift, factor: number): Shift {
  if (factor === 1) return shift
  return {
    ...shift,
    ...(shift.size !== undefined && { size: shift.size * factor }),
    ...(shift.intensity !== undefined && { intensity: shift.intensity * factor }),
    ...(shift.brightness !== undefined && { brightness: shift.brightness * factor }),
    ...(shift.tempoTimes !== undefined && { tempoTimes: shift.tempoTimes ** factor }),
    ...(shift.distanceMetres !== undefined &&
      factor > 0 && { distanceMetres: shift.distanceMetres * factor ** 1.5 }),
  }
}
