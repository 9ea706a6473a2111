// The tool server of the app, as the window asks for it.
import type { Agents } from '../../agents/agents.ts'
import type { HandlersOf } from '../../bridge/dispatcher.ts'
import { failure, success } from '../../bridge/reply.ts'

/** Handlers of `agents.*`. The token goes to the clipboard, never to the window. */
export function agentsHandlers(ports: {
  readonly agents: Agents
  readonly copyText: (text: string) => void
}): HandlersOf<'agents'> {
  const { agents, copyText } = ports
  return {
    'agents.state': async () => success(agents.state()),
    'agents.change': async (change) => success(await agents.change(change)),
    'agents.copySetup': async () => {
      const setup = agents.setup()
      if (setup === null) {
        const message = 'The tool server does not run. Switch it on first.'
        return failure({ code: 'agents_off', message, retryable: false })
      }
      copyText(setup)
      return success(null)
    },
    'agents.renewToken': async () => success(await agents.renewToken()),
  }
}
