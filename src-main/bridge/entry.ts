// An entry of the bridge: types only, no value. A feature keeps its own entries in `<feature>.ts` and their schemas in `<feature>-schemas.ts`;
// contract.ts and schemas.ts spread them into the whole.
import type { z } from 'zod'

/** What an entry takes and gives. */
export interface Entry<Args, Result> {
  readonly args?: Args
  readonly result?: Result
}
export const entry = <Args, Result>(): Entry<Args, Result> => ({})

export type ArgsIn<E> = E extends Entry<infer Args, unknown> ? Args : never
export type ResultIn<E> = E extends Entry<unknown, infer Result> ? Result : never

/** One schema for each entry of a feature's table. */
export type SchemasOf<Table> = { readonly [N in keyof Table]: z.ZodType<ArgsIn<Table[N]>> }
