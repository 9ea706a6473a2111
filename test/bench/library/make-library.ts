// Makes a library of many generated rows: real statements, real triggers, names and prompts as people have them.
import type { WritableDatabase } from '../../../src-main/library/database.ts'
import { insertSounds, type NewSound } from '../../../src-main/library/sound-store.ts'

const SOURCES = [
  'rain',
  'thunder',
  'wind',
  'fire',
  'door',
  'glass',
  'footsteps',
  'engine',
  'bell',
  'birds',
  'water',
  'crowd',
  'whoosh',
  'explosion',
  'metal',
  'wood',
  'paper',
  'cloth',
  'dog',
  'horse',
  'train',
  'car',
  'siren',
  'radio',
  'keyboard',
  'clock',
  'drum',
  'ice',
  'gravel',
  'snow',
]
const ADJECTIVES = [
  'heavy',
  'soft',
  'distant',
  'close',
  'wet',
  'dry',
  'old',
  'rusty',
  'bright',
  'dark',
  'slow',
  'fast',
  'huge',
  'tiny',
  'muffled',
  'sharp',
  'gentle',
  'violent',
  'steady',
  'broken',
]
const ACTIONS = [
  'slams',
  'falls',
  'creaks',
  'shatters',
  'rattles',
  'passes',
  'rolls',
  'drips',
  'hums',
  'whistles',
  'scrapes',
  'bursts',
  'echoes',
  'rustles',
  'rumbles',
  'clicks',
]
const PLACES = [
  'in a hall',
  'on a tin roof',
  'in the forest',
  'by the sea',
  'in a tunnel',
  'under a bridge',
  'in a kitchen',
  'on a street',
  'at night',
  'in the cellar',
  'over a field',
  'behind a wall',
]
const MODELS = ['sfx-1.6', 'sfx-1.5', 'procedural-weather-1', 'procedural-impacts-1', '']
const TYPES = ['sfx', 'sfx', 'sfx', 'ambience', 'music', 'speech', 'mix']
const CATEGORIES = [null, null, 'DOORS', 'WEATHER', 'WATER', 'VEHICLES', 'ANIMALS']

/** Mulberry32: the same library for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Inserts `count` sounds in transactions of 10,000; a million take some minutes, most of it the index of words. */
export function fillLibrary(db: WritableDatabase, count: number, onProgress: (made: number) => void): void {
  const random = seededRandom(1)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() ** 1.5 * list.length)] as T
  for (let made = 0; made < count; made += 10_000) {
    const sounds = Array.from({ length: Math.min(10_000, count - made) }, (_, n) =>
      soundOf(made + n, random, pick),
    )
    insertSounds(db, sounds)
    onProgress(made + sounds.length)
  }
  // A few hundred favourites: what a library of years has.
  db.statement('UPDATE sounds SET is_favourite = 1 WHERE id % 2000 = 7').run()
  giveFacts(db)
}

/** Loudness and waveforms, as if all files had been looked at: for those that do not have them yet. */
export function giveFacts(db: WritableDatabase): void {
  const random = seededRandom(2)
  const missing = db.statement(
    'SELECT id FROM sounds WHERE id > ? AND facts_version = 0 ORDER BY id LIMIT 10000',
  )
  const update = db.statement(
    `UPDATE sounds SET facts_version = 1, facts_at_ms = 1, loudness_lufs = ? WHERE id = ?`,
  )
  const insert = db.statement('INSERT OR REPLACE INTO sound_overviews (sound_id, overview) VALUES (?, ?)')
  for (let last = 0; ; ) {
    // By the statement: one integer column.
    const next = missing.all([last]) as readonly { readonly id: number }[]
    if (next.length === 0) break
    db.transaction(() => {
      for (const { id } of next) {
        update.run([id % 3 > 0 ? -60 + Math.floor(random() * 5000) / 100 : null, id])
        insert.run([id, overview(random)])
        last = id
      }
    })
  }
  db.driver.exec('PRAGMA wal_checkpoint(TRUNCATE)')
}

/** 256 buckets of int8 minimum and maximum: a sound that dies away. */
function overview(random: () => number): Uint8Array {
  const level = 40 + random() * 87
  const buckets = new Int8Array(512)
  for (let bucket = 0; bucket < 256; bucket++) {
    const reach = level * Math.exp(-bucket / 80) * (0.4 + 0.6 * random())
    buckets[2 * bucket] = -reach
    buckets[2 * bucket + 1] = reach
  }
  return new Uint8Array(buckets.buffer)
}

function soundOf(n: number, random: () => number, pick: <T>(list: readonly T[]) => T): NewSound {
  const source = pick(SOURCES)
  const prompt = `${pick(ADJECTIVES)} ${source} ${pick(ACTIONS)} ${pick(PLACES)}, ${pick(ADJECTIVES)} and ${pick(ADJECTIVES)}`
  const name = `${pick(ADJECTIVES)} ${source} ${pick(ACTIONS)} ${Math.floor(random() * 100_000)}`
  return {
    uid: `uid-${n}`,
    origin: 'imported',
    generationId: null,
    outputIndex: null,
    variantIndex: null,
    parentId: null,
    connectionId: null,
    relativePath: `2026/11/${name} ${n}.wav`,
    bytes: 100_000 + n,
    sha256: n.toString(16).padStart(64, '0'),
    name,
    prompt,
    label: '',
    type: pick(TYPES),
    category: pick(CATEGORIES),
    family: 'text-to-sfx',
    model: pick(MODELS),
    seed: random() < 0.8 ? Math.floor(random() * 2 ** 32) : null,
    format: 'wav',
    sampleRate: 44_100,
    channels: 1,
    durationMs: Math.floor(100 + random() ** 3 * 60_000),
    isLoop: random() < 0.1,
    credits: random() < 0.5 ? Math.floor(random() * 100) : null,
    tags: random() < 0.2 ? [pick(ADJECTIVES), source] : [],
    createdAtMs: 1_600_000_000_000 + n * 1000 + Math.floor(random() * 5000),
  }
}
