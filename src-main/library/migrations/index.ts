// The migrations in order: a database at `user_version` n has had the first n of them.
import { migration0001 } from './0001-library.ts'
import { migration0002 } from './0002-money.ts'
import { migration0005 } from './0005-organise.ts'
import { migration0006 } from './0006-facets.ts'
import { migration0007 } from './0007-sources.ts'
import { migration0008 } from './0008-transcriptions.ts'
import { migration0009 } from './0009-ucs.ts'
import { migration0010 } from './0010-collection-order.ts'
import { migration0011 } from './0011-chosen-categories.ts'
import { migration0012 } from './0012-opened-midi.ts'
import { migration0013 } from './0013-guesses.ts'
import { migration0014 } from './0014-detections.ts'

export const MIGRATIONS: readonly string[] = [
  migration0001,
  migration0002,
  migration0005,
  migration0006,
  migration0007,
  migration0008,
  migration0009,
  migration0010,
  migration0011,
  migration0012,
  migration0013,
  migration0014,
]
