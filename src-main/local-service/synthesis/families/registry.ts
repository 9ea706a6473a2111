// All generator families by name.

import * as air from './air.ts'
import * as appliances from './appliances.ts'
import * as beasts from './beasts.ts'
import * as bells from './bells.ts'
import * as birdCalls from './bird-calls.ts'
import * as birds from './birds.ts'
import * as blasts from './blasts.ts'
import * as body from './body.ts'
import * as bouncy from './bouncy.ts'
import * as breakage from './breakage.ts'
import * as bubbling from './bubbling.ts'
import * as doors from './doors.ts'
import * as engines from './engines.ts'
import * as fabric from './fabric.ts'
import * as fire from './fire.ts'
import * as footsteps from './footsteps.ts'
import * as handling from './handling.ts'
import * as hooves from './hooves.ts'
import * as insects from './insects.ts'
import * as devices from './interface.ts'
import * as mechanisms from './mechanisms.ts'
import type { Family } from './model.ts'
import * as musicBox from './music-box.ts'
import * as precipitation from './precipitation.ts'
import * as rolling from './rolling.ts'
import * as runningWater from './running-water.ts'
import * as scienceFiction from './science-fiction.ts'
import * as struck from './struck.ts'
import * as roads from './traffic.ts'
import * as trinkets from './trinkets.ts'
import * as vehicles from './vehicles.ts'
import * as voices from './voices.ts'
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
  [
    air,
    appliances,
    beasts,
    bells,
    birdCalls,
    birds,
    blasts,
    body,
    bouncy,
    breakage,
    bubbling,
    doors,
    engines,
    fabric,
    fire,
    footsteps,
    handling,
    hooves,
    insects,
    devices,
    mechanisms,
    musicBox,
    precipitation,
    rolling,
    runningWater,
    scienceFiction,
    struck,
    roads,
    trinkets,
    vehicles,
    voices,
    weather,
  ]
    .flatMap(familiesOf)
    .map((family) => [family.name, family]),
)

/** @throws RangeError for a name that no family has. */
export function familyOf(name: string): Family {
  const family = FAMILIES.get(name)
  if (!family) throw new RangeError(`no generator family is called ${name}`)
  return family
}
