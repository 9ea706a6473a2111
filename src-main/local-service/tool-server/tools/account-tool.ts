// The tool that shows the account.

import { z } from 'zod'
import { Account, ROUTES } from '../../../contract/index.ts'
import { defineTool, READS } from './tool.ts'

export const accountTool = defineTool({
  name: 'get_account',
  title: 'Read the account',
  description: () =>
    'Reads the account that signed in: its credits, what it can spend now, and the one step that helps when it can pay for nothing. Null credits mean an unmetered account, not zero. Costs nothing.',
  input: z.strictObject({}),
  output: Account,
  annotations: READS,
  async run(_input, session) {
    const outcome = await session.call({ method: 'GET', path: ROUTES.getAccount.path })
    return outcome.ok ? { ok: true, value: Account.parse(outcome.value) } : outcome
  },
})
