// The tool server of the app itself, as the window sees it: whether agents on this machine may look, and may make. Its token never comes here.
import { entry } from './entry.ts'

export interface AgentsView {
  readonly isOn: boolean
  /** Agents may start generations, within the budget; else they may only look. */
  readonly mayGenerate: boolean
  /** Where it listens, while it does. */
  readonly url: string | null
  /** Why it does not listen although it is on, a sentence. */
  readonly problem: string | null
  /** The keychain does not keep the token: it changes with each start. */
  readonly isTokenSessionOnly: boolean
}

/** Entries that the agents' handlers answer; a change is told by the topic 'settings'. */
export const agentsRequests = {
  'agents.state': entry<undefined, AgentsView>(),
  'agents.change': entry<{ isOn?: boolean | undefined; mayGenerate?: boolean | undefined }, AgentsView>(),
  /** Puts what an agent's own settings need, address and token, on the clipboard. */
  'agents.copySetup': entry<undefined, null>(),
  /** Agents that know the old token are shut out. */
  'agents.renewToken': entry<undefined, AgentsView>(),
} as const
