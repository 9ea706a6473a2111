// Files on their way into the folder: written before the move, so that a crash between move and row is mended by hash.
import type { ReadableDatabase, WritableDatabase } from '../library/database.ts'

/** Which variant of which output of a generation. */
export interface TakeKey {
  readonly generationId: string
  readonly outputIndex: number
  readonly variantIndex: number
}
export interface Transfer extends TakeKey {
  readonly relativePath: string
  /** Of the finished file; null while it is not finished. */
  readonly sha256: string | null
  /** Under which the bytes of the partial download were received; null while there are none. */
  readonly etag: string | null
}

/** Notes where a take will lie, how far its download is, or that its file is now finished with this content. */
export function putTransfer(db: WritableDatabase, transfer: Transfer): void {
  db.statement(
    `INSERT INTO transfers (generation_id, output_index, variant_index, relative_path, sha256, etag)
     VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (generation_id, output_index, variant_index)
     DO UPDATE SET relative_path = excluded.relative_path, sha256 = excluded.sha256, etag = excluded.etag`,
  ).run([
    transfer.generationId,
    transfer.outputIndex,
    transfer.variantIndex,
    transfer.relativePath,
    transfer.sha256,
    transfer.etag,
  ])
}

/** What an earlier run noted of a take. */
export function getTransfer(db: ReadableDatabase, key: TakeKey): Transfer | null {
  const row = db
    .statement(
      'SELECT relative_path, sha256, etag FROM transfers WHERE generation_id = ? AND output_index = ? AND variant_index = ?',
    )
    .get([key.generationId, key.outputIndex, key.variantIndex])
  if (row === undefined) return null
  // Three columns of a STRICT table.
  const found = row as {
    readonly relative_path: string
    readonly sha256: string | null
    readonly etag: string | null
  }
  return { ...key, relativePath: found.relative_path, sha256: found.sha256, etag: found.etag }
}

/** The take is a row of the library now, or will never be. */
export function removeTransfer(db: WritableDatabase, key: TakeKey): void {
  db.statement(
    'DELETE FROM transfers WHERE generation_id = ? AND output_index = ? AND variant_index = ?',
  ).run([key.generationId, key.outputIndex, key.variantIndex])
}

/** Indexes of the takes that are sounds already, also those in the trash: they are not fetched twice. */
export function takesInLibrary(db: ReadableDatabase, generationId: string): ReadonlySet<string> {
  const rows = db
    .statement('SELECT output_index, variant_index FROM sounds WHERE generation_id = ?')
    .all([generationId])
  // Two integer columns, set for every generated sound.
  return new Set(
    (rows as { output_index: number; variant_index: number }[]).map((row) =>
      takeName(row.output_index, row.variant_index),
    ),
  )
}

/** A take's place as one word, for sets and for names of partial files. */
export const takeName = (outputIndex: number, variantIndex: number): string =>
  `${outputIndex}-${variantIndex}`
