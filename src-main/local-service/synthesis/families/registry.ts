// All generator families by name.

import * as air from './air.ts'
import * as animals from './animals.ts'
import * as doors from './doors.ts'
import * as electronic from './electronic.ts'
import * as fire from './fire.ts'
import * as footsteps from './footsteps.ts'
import * as machines from './machines.ts'
import type { Family } from './model.ts'
import * as struck from './struck.ts'
import * as water from './water.ts'
import * as weather from './weather.ts'

/** Modules export their families and, beside them, functions that others build on. */
function familiesOf(module: Readonly<Record<string, unknown>>): Family[] {
  return Object.values(module).filter(isFamily)
}

function isFamily(value: unknown): value is Family {
  return (
    typeof value === 'object' && value !== null && 'kind' in value && 'name' in value && 'actions' in value
  )
}

export const FAMILIES: ReadonlyMap<string, Family> = new Map(
  [weather, water, fire, footsteps, doors, struck, machines, electronic, animals, air]
    .flatMap(familiesOf)
    .map((family) => [family.name, family]),
)

/** @throws RangeError for a name that no family has. */
export function familyOf(name: string): Family {
  const family = FAMILIES.get(name)
  if (!family) throw new RangeError(`no generator family is called ${name}`)
  return family
}
