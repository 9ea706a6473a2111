// The grammar of prompts: which word belongs to which source, what is left out, and what follows what.

import { FAMILIES } from '../families/registry.ts'
import type { Material, SpaceKind } from '../scene.ts'
import { type AvoidedSource, withCompany as avoidedWith } from './avoid.ts'
import { castOf, sourceOfPlace } from './cast.ts'
import { applyAction, canDo, type Draft, draftOf, ON_A_SURFACE, scaled } from './draft.ts'
import type { ActionMeaning, Entry, Shift, SourceMeaning } from './lexicon/entries.ts'
import { entryFor } from './lexicon/lexicon.ts'
import { endOfNegation } from './negation.ts'
import { partOf } from './part-of.ts'
import type { Item, Segment } from './reading.ts'
import {
  type Ahead,
  isAdverb,
  isObjectOfVerb,
  isOfPlace,
  isTexture,
  isTimes,
  roleOf,
  sourceAhead,
} from './roles.ts'
import {
  BEGINS,
  BEINGS,
  BLOWS,
  CALLS,
  DONE_TO,
  ECHOES,
  ENDS,
  INDIVIDUALS,
  isOnItsWay,
  PEOPLE,
  PHASES,
  REPEATED,
  RUNNING_PACE,
} from './usage.ts'

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
  /** So many people or animals do it, each for itself. */
  readonly individuals?: number
}

/** What the words before have opened within a segment. */
interface Phrase {
  /** The preposition that waits for its noun. */
  preposition: string | null
  /** Its noun has been heard. */
  isPlaced: boolean
  /** Strength of the next describing word. */
  degree: number
}

/** A known word where it stands. */
interface Place {
  readonly items: readonly Item[]
  readonly at: number
  readonly entry: Entry
  /** The source that the segment is about so far. */
  readonly current: Draft | undefined
  readonly segment: Segment
  readonly phrase: Phrase
}

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
  private echoes: SpaceKind | null = null
  private isDry = false
  private stage = 0
  private isAfterComma = false
  private pending: Pending[] = []
  private isNegatedOnward = false
  private readonly unwanted: AvoidedSource[] = []
  /** Verbs that wait for the source after them: "creaking door". */
  private readonly pendingActions: Entry[] = []
  private countIsBefore = false
  /** "A shot": the article waits for its noun. */
  private isOne = false
  /** Two dogs are two; two dog barks are one dog that barks twice. */
  private isPlural = false
  /** What something was done to: the door of "a knock on the door". */
  private lastThing: SourceMeaning | null = null

  read(segment: Segment, next: Segment | undefined): void {
    const opened = this.drafts.length
    this.isAfterComma = segment.openedBy === 'comma'
    this.openStage(segment)
    const split = segment.items.findIndex((item) => item.entry?.isNegation)
    const isContinued = split < 0 && this.isNegatedOnward && segment.openedBy === 'or'
    const { items } = segment
    const from = isContinued ? 0 : split < 0 ? items.length : split
    const to = isContinued || split >= 0 ? endOfNegation(items, from) : items.length
    const wanted = [...items.slice(0, from), ...items.slice(to)]
    const unwanted = items.slice(from, to)
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
    // A segment that begins with a preposition ("rain, on a tent") goes on about the last source.
    const firstDraft = this.drafts.length - (items[0]?.entry?.isPreposition ? 1 : 0)
    const phrase: Phrase = { preposition: null, isPlaced: false, degree: 1 }
    for (let i = 0; i < items.length; i++) {
      const item = items[i]!
      const { entry } = item
      if (item.text === 'a' || item.text === 'an') this.isOne = true
      const current = this.drafts.length > Math.max(0, firstDraft) ? this.drafts.at(-1) : undefined
      if (item.number !== null) i += this.readNumber(item.number, items, i, current)
      else if (!entry) this.noteUnknown(item.text)
      else if (entry.isPreposition && !entry.source) {
        phrase.preposition = entry.words
        phrase.isPlaced = false
      } else if (entry.degree !== undefined) phrase.degree = entry.degree
      else {
        this.readWord({ items, at: i, entry, current, segment, phrase })
        phrase.degree = 1
      }
    }
    this.pendingActions.length = 0
    this.isOne = false
  }

  /** One known word in the role it plays here. */
  private readWord(place: Place): void {
    const { items, at, entry, current, segment, phrase } = place
    const { text } = items[at]!
    const ahead = sourceAhead(items, at)
    const isAfterPreposition = phrase.preposition !== null
    const isObject = isObjectOfVerb(items, at)
    if (PEOPLE.test(text)) this.countIndividuals()
    const hasMover = this.drafts.length > 0 || ahead !== null
    const context = { current, ahead, isAfterPreposition, isObject, hasMover, thing: this.lastThing }
    switch (roleOf(entry, text, context)) {
      case 'material':
        this.readMaterial(entry.material!, current, ahead, phrase)
        break
      case 'space':
        // "Echoing in a canyon": that it echoes tells less than where it does.
        if (ECHOES.test(text)) this.echoes = entry.space!
        else this.space ??= entry.space!
        // "On an apartment door": the place belongs to what follows it.
        if (!ahead?.isAdjacent) phrase.preposition = null
        break
      case 'shift':
        this.readShift(place, ahead)
        break
      case 'count':
        // "One heavy, one light": it stands for the thing, and counts nothing.
        if (text === 'one' && !ahead && this.drafts.length > 0 && segment.openedBy !== 'then') break
        if (current && (!ahead || isTimes(items[at + 1]))) current.count = entry.count!
        else this.pending.push({ count: entry.count! })
        break
      case 'action':
        if (!current && this.tellsHowOften(entry)) break
        this.act(entry, text, current, ahead, segment)
        break
      case 'source':
        if (!current && this.tellsHowOften(entry)) break
        this.isPlural = text.endsWith('s') && text !== entry.source!.noun
        if (phrase.preposition === 'into' && current?.family === 'riser') this.stage = current.stage + 1
        this.soundOnce(this.meantBy(entry.source!, current), current, isAfterPreposition)
        phrase.preposition = null
        break
      case 'filler':
        break
    }
  }

  /** What something is made of, or what it happens on. */
  private readMaterial(
    material: Material,
    current: Draft | undefined,
    ahead: Ahead | null,
    phrase: Phrase,
  ): void {
    const isForNext =
      ahead?.isAdjacent === true && !(phrase.preposition !== null && ahead.source.noun.includes('floor'))
    if (isForNext || !current) {
      this.pending.push({ material })
      return
    }
    // Of "stone floor" the first says what it is made of.
    if (!phrase.isPlaced) {
      if (phrase.preposition === null) current.material = material
      else this.placeOn(current, material, phrase.preposition)
    }
    phrase.isPlaced = true
    phrase.preposition = null
  }

  /** A describing word: of the whole prompt's mood, of the source before it, or of the one to come. */
  private readShift({ items, at, entry, current, phrase }: Place, ahead: Ahead | null): void {
    const { text } = items[at]!
    const shift = scaled(entry.shift!, phrase.degree)
    if (entry.isMood) {
      this.moods.push(text)
      this.moodShifts.push(shift)
      return
    }
    // "In a quiet forest", "a small office": it tells of the place, not of what sounds.
    if (!shift.movement && isOfPlace(items, at)) return
    if (current && (isAdverb(text, entry) || !ahead || shift.movement)) current.shifts.push(shift)
    else this.pending.push({ shift })
  }

  /** A number in digits: events, individuals, or beats a minute. Returns how many more items it used. */
  private readNumber(value: number, items: readonly Item[], at: number, current: Draft | undefined): number {
    const next = items[at + 1]
    if (next?.text === 'bpm' || (next?.text === 'beats' && items[at + 2]?.text === 'per')) {
      const paced = current ?? this.drafts.at(-1)
      if (paced) paced.beatsPerMinute = value
      else this.noteUnknown(`${value} bpm`)
      return next.text === 'bpm' ? 1 : 3
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
    text: string,
    current: Draft | undefined,
    ahead: Ahead | null,
    segment: Segment,
  ): void {
    const action = entry.action!
    if (entry.shift?.movement && this.move(entry, current, ahead)) return
    if (current?.source.traits.action === 'heels' && action.byFamily.footsteps === 'run') {
      // She runs in them.
      current.shifts.push({ tempoTimes: RUNNING_PACE })
      return
    }
    if (current && text.endsWith('ing') && REPEATED.has(entry.words)) current.isOne = false
    this.afterItsWay(current ?? this.drafts.at(-1), action, ahead)
    if (current && canDo(current.family, action)) {
      // The first verb tells what is heard: "slams shut". The usual one says nothing new of "high heels".
      const isUsual = action.byFamily[current.family] === FAMILIES.get(current.family)?.actions[0]
      const isOpen = current.action === null || (current.action === current.source.traits.action && !isUsual)
      if (isOpen) {
        applyAction(current, action)
        this.followOn(current)
      } else if (current.family === 'door' && current.action === 'creak') applyAction(current, action)
      return
    }
    if (ahead && canDo(ahead.source.family, action)) {
      this.pendingActions.push(entry)
      return
    }
    if (!current && this.lastThing && canDo(this.lastThing.family, action)) {
      // "Knocks on a door, then it creaks open": what was only touched now sounds itself.
      const thing = draftOf(this.lastThing, this.stage)
      thing.material = this.drafts.at(-1)?.material ?? null
      applyAction(thing, action)
      this.add(thing)
      return
    }
    const before = this.drafts.at(-1)
    if (!current && before && canDo(before.source.family, action)) {
      if (before.action === null && segment.openedBy !== 'then') {
        applyAction(before, action)
        return
      }
      // "A door opens and closes": the same door again, a moment later.
      const again = {
        ...before,
        family: canDo(before.family, action) ? before.family : before.source.family,
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
      const last = this.drafts.at(-1)
      if (last && ENDS.has(entry.words)) this.stage = last.stage + 1
      else if (!last || !BEGINS.has(entry.words)) this.noteUnknown(text)
      return
    }
    if (current?.family === 'beast' && implied.family === 'footsteps') current.isSilent = true
    const draft = draftOf(implied, this.stage)
    draft.action = null
    applyAction(draft, action)
    draft.action ??= implied.traits.action ?? null
    this.add(draft)
  }

  /** "A train passing", "an approaching car": who moves, and by what it is heard. False where nobody is there to move. */
  private move(entry: Entry, current: Draft | undefined, ahead: Ahead | null): boolean {
    const mover = current ?? (ahead?.isAdjacent ? undefined : this.drafts.at(-1))
    if (mover) {
      mover.shifts.push(entry.shift!)
      if (canDo(mover.family, entry.action!)) applyAction(mover, entry.action!)
      return true
    }
    if (!ahead) return false
    this.pending.push({ shift: entry.shift! })
    if (canDo(ahead.source.family, entry.action!)) this.pendingActions.push(entry)
    return true
  }

  /** "A car door closes, the engine starts, it drives away": what begins or ends after a comma comes next. */
  private followOn(draft: Draft): void {
    const before = this.drafts.at(-2)
    const isPhase = draft.family === 'engine' && PHASES.has(draft.action ?? '')
    const isNext = this.isAfterComma && draft === this.drafts.at(-1) && before?.stage === draft.stage
    if (!isPhase || !isNext || isTexture(before.family) !== (before.family === 'engine')) return
    draft.stage++
    this.stage = draft.stage
  }

  /** What rolls or flies hits something at the end of its way: the blow comes after it. */
  private afterItsWay(mover: Draft | undefined, action: ActionMeaning, ahead: Ahead | null): void {
    if (!mover || !isOnItsWay(mover) || canDo(mover.family, action)) return
    const isBlow = BLOWS.has(action.otherwiseNoun ?? '') || ahead?.source.family === 'impact'
    if (isBlow && mover.stage === this.stage) this.stage++
  }

  /** A noun that sounds, after an article one of its kind. */
  private soundOnce(source: SourceMeaning, current: Draft | undefined, isAfterPreposition: boolean): void {
    const before = this.drafts.length
    this.sound(source, current, isAfterPreposition)
    const made = this.drafts[before]
    if (made && this.isOne && !this.isPlural) made.isOne = true
    this.isOne = false
  }

  /** A noun that sounds: a new layer, or more about the one before. */
  private sound(source: SourceMeaning, current: Draft | undefined, isAfterPreposition: boolean): void {
    if (current && isAfterPreposition && DONE_TO.has(current.family) && !isTexture(source.family)) {
      const material = this.pending.find((one) => one.material)?.material ?? source.traits.material
      if (material) current.material = material
      if (source.family === current.family) current.action ??= source.traits.action ?? null
      // "A hit on a shield" rings as the shield does.
      if (current.source.noun === 'hit' && source.family === 'impact') current.action = 'hit'
      this.lastThing = source
      this.pending = []
      return
    }
    if (current === undefined && source.family === 'footsteps' && this.goesOnWalking(source)) return
    const same = this.drafts.find((draft) => draft.stage === this.stage && draft.family === source.family)
    const isSameTexture =
      same !== undefined &&
      isTexture(source.family) &&
      same.action === (source.traits.action ?? null) &&
      this.pending.every((one) => one.shift && one.shift.distanceMetres === undefined)
    if (same && (same === current || isSameTexture)) {
      // "A gust of wind", "hammer on anvil": one thing said twice.
      const isUsual = same.action === FAMILIES.get(same.family)?.actions[0]
      if (same.action === null || isUsual) same.action = source.traits.action ?? same.action
      this.pour(same)
      return
    }
    // "Sizzling in a pan", "dripping into a bucket": what holds a sound makes none of its own.
    const isHolder =
      (source.family === 'impact' || source.noun === 'sink') &&
      source.traits.material !== 'ice' &&
      current?.stage === this.stage
    if (current && isAfterPreposition && isHolder) {
      this.lastThing = source
      this.pending = []
      return
    }
    // "A punch to the gut, meaty thud": the same blow in other words.
    if (
      same &&
      current === undefined &&
      this.isAfterComma &&
      same.action === (source.traits.action ?? null) &&
      !this.pending.some((one) => one.count !== undefined)
    ) {
      this.pour(same)
      return
    }
    // "A swing and a hit": the blow ends the way.
    const before = this.drafts.at(-1)
    const endsWay = before !== undefined && isOnItsWay(before) && before.stage === this.stage && !current
    if (endsWay && BLOWS.has(source.noun)) this.stage++
    const draft = draftOf(source, this.stage)
    draft.isBackground = isAfterPreposition && current !== undefined && isTexture(source.family)
    this.add(draft)
  }

  /** "An axe in a forest, five chops", "a hammer, four hits": how often what was named does it. */
  private tellsHowOften(entry: Entry): boolean {
    const last = this.drafts.at(-1)
    const hasCount = this.pending.some((one) => one.count !== undefined)
    if (!last || !this.isAfterComma || !hasCount || !entry.action || !canDo(last.family, entry.action))
      return false
    this.pour(last)
    return true
  }

  /** "Footsteps on gravel, running, woman in heels": one walker, told in pieces. */
  private goesOnWalking(source: SourceMeaning): boolean {
    const walker = this.drafts.at(-1)
    if (walker?.family !== 'footsteps' || walker.stage !== this.stage || !this.isAfterComma) return false
    if (walker.action === 'run' && source.traits.action) walker.shifts.push({ tempoTimes: RUNNING_PACE })
    walker.action = source.traits.action ?? walker.action
    this.pour(walker)
    return true
  }

  private add(draft: Draft): void {
    for (const entry of this.pendingActions.splice(0)) applyAction(draft, entry.action!)
    const people = this.pending.find((one) => one.individuals !== undefined)?.individuals
    this.drafts.push(draft)
    this.pour(draft)
    if (draft.source.traits.space) this.space ??= draft.source.traits.space
    const isOfMany =
      BEINGS.has(draft.source.noun) ||
      (INDIVIDUALS.has(draft.family) && this.isPlural && !CALLS.test(draft.source.noun))
    if (draft.count !== null && this.countIsBefore && isOfMany) {
      draft.individuals = draft.count
      draft.count = null
    } else if (people !== undefined && !isTexture(draft.family)) draft.individuals = people
    this.countIsBefore = false
  }

  /** The number before a word for people is theirs. */
  private countIndividuals(): void {
    this.pending = this.pending.map((one) =>
      one.count === undefined ? one : { ...one, count: undefined, individuals: one.count },
    )
  }

  /** A noun, or what it is of the last source: the whistle of a train. */
  private meantBy(source: SourceMeaning, current: Draft | undefined): SourceMeaning {
    const owner = this.drafts.at(-1)
    if (!owner || current) return source
    return partOf(owner.source, source) ?? source
  }

  /** Gives a source all that was waiting for it. */
  private pour(draft: Draft): void {
    // Of "stone floor footsteps" the first says what it is made of.
    const material = this.pending.find((one) => one.material)?.material
    if (material) draft.material = material
    for (const one of this.pending) {
      if (one.shift) draft.shifts.push(one.shift)
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
    const isMadeOf = preposition === 'of'
    const takesGround =
      isMadeOf ||
      ON_A_SURFACE.has(draft.family) ||
      (draft.family === 'slide' && draft.material === null) ||
      draft.material === 'earth'
    if (takesGround) draft.material = described ?? material
  }

  private readUnwanted(items: readonly Item[]): void {
    if (items.length === 0) return
    const words: string[] = []
    for (const { entry, text } of items) {
      if (!entry) {
        this.noteUnknown(text)
        continue
      }
      if (entry.isNegation || (entry.isFiller && !entry.source && !entry.space)) continue
      words.push(text)
      if (entry.space) this.isDry = true
      if (entry.source) this.unwanted.push(...avoidedWith(entry.source, null))
      else if (entry.action?.otherwiseNoun) {
        const implied = entryFor(entry.action.otherwiseNoun)?.source
        // "Footsteps, not running": the footsteps stay.
        const isWanted = this.drafts.some((draft) => draft.family === implied?.family)
        if (implied && !isWanted)
          this.unwanted.push({ family: implied.family, noun: null, action: null, material: null })
      } else if (entry.shift) {
        // "Not too loud": half a step the other way.
        const opposite = scaled(entry.shift, -0.5)
        // What the prompt is about, not what lies behind it.
        const last = this.drafts.findLast(({ isBackground }) => !isBackground)
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
    if (
      last &&
      !isNew &&
      segment.openedBy === 'then' &&
      this.pending.some((one) => one.count !== undefined)
    ) {
      // "Three low beeps, then one high": the same thing again, differently.
      this.add({ ...last, stage: this.stage, count: null, shifts: [] })
      return
    }
    const goesOn = next !== undefined && next.openedBy === 'comma' && segment.openedBy === 'layer'
    if (last && (isNew || (segment.openedBy !== 'then' && !goesOn))) this.pour(last)
  }

  private noteUnknown(text: string): void {
    if (!this.unknown.includes(text)) this.unknown.push(text)
  }

  finish(): SceneReading {
    this.space ??= this.echoes
    if (this.drafts.length === 0 && this.space) {
      const source = sourceOfPlace(this.space)
      if (source) this.sound(source, undefined, false)
    }
    const last = this.drafts.at(-1)
    if (last) this.pour(last)
    return {
      drafts: castOf(this.drafts, this.unwanted),
      space: this.space,
      isDry: this.isDry || this.space === 'dry',
      moods: [...new Set(this.moods)],
      moodShifts: this.moodShifts,
      excluded: this.excluded,
      notUnderstood: this.unknown,
    }
  }
}
