// Guards the arguments of the agents' entries.
import { z } from 'zod'
import type { agentsRequests } from './agents.ts'
import type { SchemasOf } from './entry.ts'

export const agentsSchemas: SchemasOf<typeof agentsRequests> = {
  'agents.state': z.undefined(),
  'agents.change': z.strictObject({ isOn: z.boolean().optional(), mayGenerate: z.boolean().optional() }),
  'agents.copySetup': z.undefined(),
  'agents.renewToken': z.undefined(),
}
