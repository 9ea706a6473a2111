// Connections and models, as the window asks for them.
import type { HandlersOf } from '../../bridge/dispatcher.ts'
import { success } from '../../bridge/reply.ts'
import type { Connections } from '../../connections/connections.ts'

/** Handlers of `connections.*` and `models.*`. */
export function connectionHandlers(
  connections: Connections,
): HandlersOf<'connections'> & HandlersOf<'models'> {
  return {
    'connections.list': async () => success(connections.list()),
    'connections.test': (draft) => connections.test(draft),
    'connections.save': (draft) => connections.save(draft),
    'connections.use': ({ connectionId }) => connections.use(connectionId),
    'connections.remove': ({ connectionId }) => connections.remove(connectionId),
    'connections.refresh': ({ connectionId }) => connections.refresh(connectionId),
    'models.list': ({ connectionId }) => connections.models(connectionId),
  }
}
