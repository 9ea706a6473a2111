// Guards the arguments of the opening's entry.
import { z } from 'zod'
import type { SchemasOf } from './entry.ts'
import type { openingRequests } from './opening.ts'

export const openingSchemas: SchemasOf<typeof openingRequests> = { 'opening.ready': z.undefined() }
