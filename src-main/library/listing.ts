// What a query finds, in its order: a list of ids where they are few, a walk along the index of the sort where they are many.
import type { Stretch } from './anchored-stretch.ts'
import { collectionStretch } from './collection-walk.ts'
import type { ReadableDatabase, SqlValue } from './database.ts'
import { type Conditions, seedCondition, seedParameters } from './query-sql.ts'
import { SORT_COLUMNS, type Sort, sortedStretch } from './sorted-walk.ts'
import { libraryStats, storedByIds, valueCounts } from './sound-rows.ts'

export interface Listing {
  readonly total: number
  /** One after the other they are all rows. */
  readonly stretches: readonly Stretch[]
  /** Lets go of what it keeps; it must not be read afterwards. */
  readonly release: () => void
}
const NOTHING_KEPT = (): void => undefined

/** Filters that find fewer are kept as a list of ids; those that find more come once in so many rows that a walk meets them. */
export const LISTED_IDS = 5000
/** What is found so many times as often as a list holds comes so often in a walk that asking each row is cheaper than keeping their ids. */
const OFTEN = 4

const isEverything = ({ match, tag, where, seeds }: Conditions): boolean =>
  match === null && tag === null && seeds === null && where.length === 0

const isOnlyInside = ({ match, seeds, tag, where }: Conditions): boolean =>
  match === null && tag === null && seeds === null && where.length === 1

/** @param listedIds what finds more is walked */
export function makeListing(
  db: ReadableDatabase,
  sort: Sort,
  conditions: Conditions,
  listedIds = LISTED_IDS,
): Listing {
  const { column, isNullable } = SORT_COLUMNS[sort.column]
  if (isEverything(conditions)) {
    const total = libraryStats(db).count
    const values = isNullable ? valueCounts(db)[column] : total
    return { total, stretches: stretchesOf(db, sort, [], [], values, total), release: NOTHING_KEPT }
  }
  if (sort.column === 'collection' && conditions.collections !== null) {
    const [only, ...others] = conditions.collections
    // `in:` alone: its own condition is the one that there is.
    if (only !== undefined && others.length === 0 && isOnlyInside(conditions)) {
      const stretch = collectionStretch(db, only, sort.descending)
      return { total: stretch.size, stretches: [stretch], release: NOTHING_KEPT }
    }
    const ids = collectionIds(db, conditions, conditions.collections, sort.descending)
    return { total: ids.length, stretches: [listedStretch(db, ids)], release: NOTHING_KEPT }
  }
  const isKnownMany = conditions.total !== null && conditions.total > listedIds
  const ids = isKnownMany ? null : fewIds(db, sort, conditions, listedIds)
  if (ids) return { total: ids.length, stretches: [listedStretch(db, ids)], release: NOTHING_KEPT }
  const source = sourceOf(conditions)
  const isOften = conditions.total === null ? conditions.seek !== null : conditions.total > listedIds * OFTEN
  // A tag leads to its sounds, and is no condition of a walk.
  if (isOften && !isNullable && conditions.tag === null) {
    const total =
      conditions.total ??
      numberOf(db, `SELECT count(*) AS number FROM ${source.from} WHERE ${source.where}`, source.parameters)
    const where = [
      ...conditions.where,
      ...(conditions.seeds === null ? [] : [seedCondition(conditions.seeds)]),
    ]
    const parameters = [...conditions.parameters, ...seedParameters(conditions.seeds ?? [])]
    const stretches = stretchesOf(db, sort, where, parameters, total, total)
    return { total, stretches, release: NOTHING_KEPT }
  }
  // Words and tags are asked for once: each page would find all of them again.
  const kept = db.keepIds(`SELECT ${source.id} FROM ${source.from} WHERE ${source.where}`, source.parameters)
  const isKept = `id IN ${kept.table}`
  const values = isNullable
    ? numberOf(
        db,
        `SELECT count(*) AS number FROM sounds INDEXED BY sounds_sorted_by_${column}
         WHERE trashed_at_ms IS NULL AND ${column} IS NOT NULL AND ${isKept}`,
        [],
      )
    : kept.count
  return {
    total: kept.count,
    stretches: stretchesOf(db, sort, [isKept], [], values, kept.count),
    release: kept.release,
  }
}

function stretchesOf(
  db: ReadableDatabase,
  sort: Sort,
  where: readonly string[],
  parameters: readonly SqlValue[],
  values: number,
  total: number,
): readonly Stretch[] {
  const walk = { db, sort, where, parameters }
  if (!SORT_COLUMNS[sort.column].isNullable) return [sortedStretch({ ...walk, part: 'all', size: total })]
  return [
    sortedStretch({ ...walk, part: 'values', size: values }),
    sortedStretch({ ...walk, part: 'nulls', size: total - values }),
  ]
}

function numberOf(db: ReadableDatabase, sql: string, parameters: readonly SqlValue[]): number {
  // One integer, by the statements of this file.
  return (db.statement(sql).get(parameters) as { readonly number: number }).number
}

/** Where the rows of these conditions come from. The index of words holds nothing that is in the trash. */
function sourceOf(conditions: Conditions): {
  readonly id: string
  readonly from: string
  readonly where: string
  readonly parameters: readonly SqlValue[]
} {
  const { match, tag, seek, seeds, where, parameters } = conditions
  if (seeds !== null) {
    const select = `SELECT id AS found FROM sounds INDEXED BY sounds_sorted_by_seed
      WHERE trashed_at_ms IS NULL AND seed BETWEEN ? AND ?`
    // No range at all: a seed does not begin with 0.
    const all = seeds.map(() => select).join(' UNION ALL ') || 'SELECT NULL AS found WHERE 0'
    return {
      id: 'found',
      from: where.length === 0 ? `(${all})` : `(${all}) CROSS JOIN sounds ON sounds.id = found`,
      where: ['1', ...where].join(' AND '),
      parameters: [...seedParameters(seeds), ...parameters],
    }
  }
  if (tag !== null) {
    return {
      id: 'DISTINCT sound_tags.sound_id',
      from: where.length === 0 ? 'sound_tags' : JOINED_BY_TAG,
      where: ['tag >= ? AND tag < ? || char(1114111)', ...where].join(' AND '),
      parameters: [tag, tag, ...parameters],
    }
  }
  if (match === null) {
    return {
      id: 'sounds.id',
      from: seek === null ? 'sounds' : `sounds INDEXED BY ${seek.index}`,
      where: ['sounds.trashed_at_ms IS NULL', ...(seek?.where ?? []), ...where].join(' AND '),
      parameters: [...(seek?.parameters ?? []), ...parameters],
    }
  }
  return {
    id: 'sounds_fts.rowid',
    from: where.length === 0 ? 'sounds_fts' : JOINED,
    where: ['sounds_fts MATCH ?', ...where].join(' AND '),
    parameters: [match, ...parameters],
  }
}

/** The index of words, or the tag, leads, whatever the planner guesses. */
const JOINED_BY_TAG = 'sound_tags CROSS JOIN sounds ON sounds.id = sound_tags.sound_id'
const JOINED = 'sounds_fts CROSS JOIN sounds ON sounds.id = sounds_fts.rowid'

/** All ids that fulfil the conditions, in order, or null where they are more than a list should hold. */
function fewIds(
  db: ReadableDatabase,
  sort: Sort,
  conditions: Conditions,
  listedIds: number,
): readonly number[] | null {
  const { column } = SORT_COLUMNS[sort.column]
  const direction = sort.descending ? 'DESC' : 'ASC'
  const source = sourceOf(conditions)
  const from =
    conditions.match !== null
      ? JOINED
      : conditions.tag !== null
        ? JOINED_BY_TAG
        : conditions.seeds !== null && conditions.where.length === 0
          ? `${source.from} CROSS JOIN sounds ON sounds.id = found`
          : source.from
  // MATERIALIZED: the LIMIT bounds the work before anything is sorted, which the planner would else turn round.
  const rows = db
    .statement(
      `WITH few AS MATERIALIZED (
         SELECT ${conditions.tag === null ? '' : 'DISTINCT'} sounds.id AS id, sounds.${column} AS key FROM ${from} WHERE ${source.where} LIMIT ${listedIds + 1}
       ) SELECT id FROM few ORDER BY key IS NULL, key ${direction}, id ${direction}`,
    )
    .all(source.parameters)
  // One integer column, by the statement.
  return rows.length > listedIds ? null : rows.map((row) => (row as { readonly id: number }).id)
}

function listedStretch(db: ReadableDatabase, ids: readonly number[]): Stretch {
  return {
    size: ids.length,
    read: (offset, limit) => storedByIds(db, ids.slice(offset, offset + limit)),
  }
}

/** In the order of the collections, each in its own; a sound that is in several comes once. */
function collectionIds(
  db: ReadableDatabase,
  { match, tag, where, parameters, seeds }: Conditions,
  collections: readonly number[],
  descending: boolean,
): readonly number[] {
  const conditions = [
    'sounds.trashed_at_ms IS NULL',
    ...where,
    ...(match === null ? [] : ['sounds.id IN (SELECT rowid FROM sounds_fts WHERE sounds_fts MATCH ?)']),
    ...(tag === null
      ? []
      : ['sounds.id IN (SELECT sound_id FROM sound_tags WHERE tag >= ? AND tag < ? || char(1114111))']),
    ...(seeds === null ? [] : [seedCondition(seeds)]),
  ].join(' AND ')
  const rows = db
    .statement(
      `SELECT sound_id AS id FROM json_each(?) AS wanted
       CROSS JOIN collection_sounds ON collection_id = wanted.value CROSS JOIN sounds ON sounds.id = sound_id
       WHERE ${conditions} ORDER BY wanted.key, position, sound_id`,
    )
    .all([
      JSON.stringify(collections),
      ...parameters,
      ...(match === null ? [] : [match]),
      ...(tag === null ? [] : [tag, tag]),
      ...seedParameters(seeds ?? []),
    ])
  // One integer column, by the statement.
  const ids = [...new Set(rows.map((row) => (row as { readonly id: number }).id))]
  return descending ? ids.toReversed() : ids
}
