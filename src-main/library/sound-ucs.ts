// The category of a sound in the Universal Category System: what a person chose or its file carried, else a guess from what is said of it.
import { categoryFor } from '../media/ucs/guess.ts'
import { type UcsCategory, ucsById } from '../media/ucs/list.ts'
import type { ReadableDatabase, WritableDatabase } from './database.ts'
import { getDetailFacts, type SoundFacts } from './sound-store.ts'

/** Chosen, or guessed from name, prompt, what the engine understood, and type. */
export const ucsOf = (db: ReadableDatabase, facts: SoundFacts): UcsCategory =>
  ucsById(facts.catId) ?? guessOf(db, facts)

/** With what it would be by guess; null for an id that the library does not have. */
export function ucsOfSound(
  db: ReadableDatabase,
  soundId: number,
): { readonly chosen: UcsCategory | null; readonly guess: UcsCategory } | null {
  const facts = getDetailFacts(db, soundId)
  return facts === null ? null : { chosen: ucsById(facts.catId), guess: guessOf(db, facts) }
}

/** '' lets it be guessed again. */
export function setCatId(db: WritableDatabase, soundIds: readonly number[], catId: string): void {
  const update = db.statement('UPDATE sounds SET cat_id = ? WHERE id = ?')
  db.transaction(() => {
    for (const id of soundIds) update.run([catId, id])
  })
}

interface Unguessed {
  readonly id: number
  readonly name: string
  readonly prompt: string
  readonly type: string
  readonly generationId: string | null
}

/** Guesses the category of so many sounds that have no guess yet, the newest first. @returns how many there were of these */
export function guessSome(db: WritableDatabase, limit: number): number {
  return db.transaction(() => {
    // By the schema.
    const sounds = db
      .statement(
        `SELECT id, name, prompt, type, generation_id AS generationId FROM sounds INDEXED BY sounds_without_guess
         WHERE guess_id = '' ORDER BY id DESC LIMIT ?`,
      )
      .all([limit]) as readonly Unguessed[]
    const update = db.statement('UPDATE sounds SET guess_id = ? WHERE id = ?')
    for (const { id, name, prompt, type, generationId } of sounds)
      update.run([categoryFor({ name, prompt, type, heard: heardOf(db, generationId) }).catId, id])
    return sounds.length
  })
}

const guessOf = (db: ReadableDatabase, { row, prompt }: SoundFacts): UcsCategory =>
  categoryFor({ name: row.name, prompt, type: row.type, heard: heardOf(db, row.generationId) })

/** The sources, materials and actions that the engine understood, in one text; the shape of a scene is the engine's own. */
function heardOf(db: ReadableDatabase, generationId: string | null): string {
  if (generationId === null) return ''
  // By the statement: JSON text or null.
  const stored = db
    .statement(`SELECT job_json -> '$.scene.layers' AS layers FROM generations WHERE id = ?`)
    .get([generationId]) as { readonly layers: string | null } | undefined
  const layers: unknown = stored?.layers == null ? [] : JSON.parse(stored.layers)
  if (!Array.isArray(layers)) return ''
  return layers
    .flatMap((layer: unknown) => (typeof layer === 'object' && layer !== null ? [{ ...layer }] : []))
    .map((layer: Readonly<Record<string, unknown>>) =>
      [layer.material, layer.source, layer.action].filter((word) => typeof word === 'string').join(' '),
    )
    .join(', ')
}
