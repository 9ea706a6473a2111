// From the events of a picture to the sounds that it asks for (pure).

import type { Impact, PictureEvents } from '../picture/events.ts'
import { type Avoidance, isAllAvoided, leaveOut, type Scene } from '../synthesis/index.ts'
import type { Hit, PlannedSound } from './planned-sound.ts'
import {
  impactScene,
  movementScene,
  type PromptedScenes,
  promptedScenes,
  stillScene,
  textureScene,
} from './scenes.ts'

/** SERVICE.md: a separated sound reaches up to one second past the sound on each side. */
const MARGIN_MS = 1000
/** How long a hit rings: the harder the longer. */
const RING_MS = 350
const RING_BY_STRENGTH_MS = 550
/** Attacks this close are one sound … */
const JOINED_MS = 250
/** … and sounds of one kind are joined further until there are no more than this. */
const MOST_SOUNDS = 32

/** The sounds that were detected, as separated stems: in order of time, none where nothing was detected. */
export function detectedSounds(
  events: PictureEvents,
  avoid: Avoidance | null = null,
): readonly PlannedSound[] {
  const sounds = [...hitSounds(events, null), ...movementSounds(events, null), ...textureSounds(events)]
  return inOrder(without(sounds, avoid))
}

/** The sounds of one mix, steered by what a prompt asks for, less what is avoided. There is one at least, unless even quiet is avoided. */
export function mixedSounds(
  events: PictureEvents,
  prompted: Scene | null,
  avoid: Avoidance | null = null,
): readonly PlannedSound[] {
  const prompt = prompted && promptedScenes(prompted)
  const seen = [...hitSounds(events, prompt), ...movementSounds(events, prompt)]
  const sounds = without(prompt ? seen : [...seen, ...textureSounds(events)], avoid, prompt)
  if (prompt?.bed) sounds.push(promptedBed(events, prompt.bed))
  if (prompt) sounds.push(...unplacedSounds(events, prompt))
  if (sounds.length === 0) sounds.push(...without([evenBed(events, stillScene())], avoid))
  return inOrder(sounds)
}

/**
 * The sounds that a picture adds to a recording which goes on: what the prompt names, and where neither the prompt nor the
 * recording has sounds for what happens in the picture, those that the picture itself asks for. What goes on is the recording's.
 */
export function guidedSounds(
  events: PictureEvents,
  prompted: Scene | null,
  avoid: Avoidance | null,
  hasOwnEvents: boolean,
): readonly PlannedSound[] {
  const prompt = prompted && promptedScenes(prompted)
  const sounds: PlannedSound[] = []
  if (!takesOwnEvents(prompted) || !hasOwnEvents) sounds.push(...hitSounds(events, prompt))
  if (prompt?.movement || !(prompt || hasOwnEvents)) sounds.push(...movementSounds(events, prompt))
  if (prompt?.bed) sounds.push(promptedBed(events, prompt.bed))
  if (prompt) sounds.push(...unplacedSounds(events, prompt))
  return inOrder(without(sounds, avoid, prompt))
}

/** Whether the events of a picture may be a recording's own: the prompt names none for them. */
export function takesOwnEvents(prompted: Scene | null): boolean {
  return prompted === null || promptedScenes(prompted).hits.length === 0
}

/** What the picture asks for, less what a negative prompt names; a prompt's own scenes were read without it. */
function without(
  sounds: readonly PlannedSound[],
  avoid: Avoidance | null,
  prompt: PromptedScenes | null = null,
): PlannedSound[] {
  if (avoid === null) return [...sounds]
  const kept = sounds.filter(({ scene }) => !isAllAvoided(scene, avoid))
  return prompt ? kept : kept.map((sound) => ({ ...sound, scene: leaveOut(sound.scene, avoid) }))
}

function hitSounds(events: PictureEvents, prompt: PromptedScenes | null): PlannedSound[] {
  return groupsOf(events.impacts).map((impacts, index) => {
    // A group holds at least one impact.
    const hardest = impacts.reduce((a, b) => (b.strength > a.strength ? b : a))
    const last = impacts[impacts.length - 1]!
    const scene =
      prompt && prompt.hits.length > 0
        ? prompt.hits[index % prompt.hits.length]!
        : impactScene(hardest.strength, hardest.size, events.look)
    return placed(events.durationMs, {
      label: hardest.cause === 'light' ? 'flash of light' : 'impact',
      type: 'sfx',
      category: 'foreground',
      soundStartMs: impacts[0]!.atMs,
      soundEndMs: last.atMs + RING_MS + RING_BY_STRENGTH_MS * last.strength,
      scene,
      course: { kind: 'hits', hits: impacts.map(hitOf) },
    })
  })
}

function movementSounds(events: PictureEvents, prompt: PromptedScenes | null): PlannedSound[] {
  return events.movements.slice(0, MOST_SOUNDS).map((movement) =>
    placed(events.durationMs, {
      label: movement.by === 'camera' ? 'fast camera movement' : 'fast movement',
      type: 'sfx',
      category: 'swoosh',
      soundStartMs: movement.startMs,
      soundEndMs: movement.endMs,
      scene: prompt?.movement ?? movementScene(movement.strength, events.look),
      course: { kind: 'swell', peakMs: movement.peakMs },
    }),
  )
}

function textureSounds(events: PictureEvents): PlannedSound[] {
  return events.textures.slice(0, MOST_SOUNDS).map(({ startMs, endMs, strength, curve, stepMs }) =>
    placed(events.durationMs, {
      label: 'steady texture',
      type: 'ambience',
      category: 'background',
      soundStartMs: startMs,
      soundEndMs: endMs,
      scene: textureScene(strength, events.look),
      course: { kind: 'bed', curve, stepMs },
    }),
  )
}

/** A prompted bed lies under the whole picture. */
function promptedBed(events: PictureEvents, scene: Scene): PlannedSound {
  return evenBed(events, scene)
}

function evenBed({ durationMs }: PictureEvents, scene: Scene): PlannedSound {
  return placed(durationMs, {
    label: 'background',
    type: 'ambience',
    category: 'background',
    soundStartMs: 0,
    soundEndMs: durationMs,
    scene,
    course: { kind: 'bed', curve: [], stepMs: 0 },
  })
}

/** What the prompt names is heard, whether the picture shows a moment for it or not. */
function unplacedSounds(events: PictureEvents, { hits }: PromptedScenes): readonly PlannedSound[] {
  if (events.impacts.length > 0) return []
  return hits.map((scene, index) => unplacedEvent(events, scene, index, hits.length))
}

/** Events for which the picture shows no moment share its length in their order. */
function unplacedEvent(
  { durationMs }: PictureEvents,
  scene: Scene,
  index: number,
  count: number,
): PlannedSound {
  return placed(durationMs, {
    label: 'event',
    type: 'sfx',
    category: 'foreground',
    soundStartMs: Math.floor((index * durationMs) / count),
    soundEndMs: Math.ceil(((index + 1) * durationMs) / count),
    // Left to the length, as in text-to-sfx.
    scene: { ...scene, layers: scene.layers.map((layer) => ({ ...layer, count: null })) },
    course: { kind: 'bed', curve: [], stepMs: 0 },
  })
}

/** Joins what is close, then ever more of it, until there are few enough: nothing is left out. */
function groupsOf(impacts: readonly Impact[]): readonly (readonly Impact[])[] {
  for (let joinedMs = JOINED_MS; ; joinedMs *= 2) {
    const groups = joinWithin(impacts, joinedMs)
    if (groups.length <= MOST_SOUNDS) return groups
  }
}

function joinWithin(impacts: readonly Impact[], joinedMs: number): readonly (readonly Impact[])[] {
  const groups: Impact[][] = []
  for (const impact of impacts) {
    const group = groups[groups.length - 1]
    const last = group?.[group.length - 1]
    const isSameKind = last && (last.cause === 'light') === (impact.cause === 'light')
    if (group && last && isSameKind && impact.atMs - last.atMs < joinedMs) group.push(impact)
    else groups.push([impact])
  }
  return groups
}

function hitOf({ atMs, strength }: Impact): Hit {
  return { atMs, strength }
}

/** Rounds the span, keeps it within the window and at least 1 ms long, and adds the margin. */
function placed(durationMs: number, sound: Omit<PlannedSound, 'startMs' | 'endMs'>): PlannedSound {
  const soundStartMs = Math.max(0, Math.min(durationMs - 1, Math.round(sound.soundStartMs)))
  const soundEndMs = Math.max(soundStartMs + 1, Math.min(durationMs, Math.round(sound.soundEndMs)))
  const startMs = Math.max(0, soundStartMs - MARGIN_MS)
  const endMs = Math.min(durationMs, soundEndMs + MARGIN_MS)
  return { ...sound, soundStartMs, soundEndMs, startMs, endMs }
}

function inOrder(sounds: readonly PlannedSound[]): readonly PlannedSound[] {
  return sounds.toSorted((a, b) => a.soundStartMs - b.soundStartMs || a.soundEndMs - b.soundEndMs)
}
