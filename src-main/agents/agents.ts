// Agents of the person's own (programs that speak the Model Context Protocol) over the library and the connection in use. Off until switched on.
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { AgentsView } from '../bridge/agents.ts'
import type { KeyStore } from '../connections/keychain.ts'
import type { WritableDatabase } from '../library/database.ts'
import type { LibrarySearch } from '../library/search.ts'
import { getSetting, setSetting } from '../library/settings-store.ts'
import type { SimilarSearch } from '../library/similar.ts'
import type { Endpoint } from './endpoint.ts'
import { MCP_PATH, openEndpoint } from './endpoint.ts'
import type { GenerationRooms } from './generation-tools.ts'
import { generationTools } from './generation-tools.ts'
import { libraryTools } from './library-tools.ts'

export interface Agents {
  state(): AgentsView
  change(change: { isOn?: boolean | undefined; mayGenerate?: boolean | undefined }): Promise<AgentsView>
  renewToken(): Promise<AgentsView>
  /** Address and token as most agents take them (`mcpServers` of their settings); null while it does not listen. */
  setup(): string | null
  /** Listens if it is on. */
  begin(): Promise<void>
  stop(): Promise<void>
}

/** Where the token stands in the keychain, beside the keys of connections, whose names are uuids. */
export const AGENTS_KEY = 'agents'
const SETTING = 'agents'
/** The port is kept: agents hold the address in settings of their own. */
const choices = z.object({ isOn: z.boolean(), mayGenerate: z.boolean(), port: z.int().min(0).max(65_535) })
type Choices = z.infer<typeof choices>

export function createAgents(
  options: Omit<GenerationRooms, 'mayGenerate' | 'db'> & {
    readonly db: WritableDatabase
    readonly search: LibrarySearch
    readonly similar: Pick<SimilarSearch, 'like'>
    readonly keys: Pick<KeyStore, 'get' | 'set' | 'isSessionOnly'>
    readonly version: string
    readonly changed: () => void
    readonly log: (message: string) => void
  },
): Agents {
  const { db, keys, version, changed, log } = options
  let endpoint: Endpoint | null = null
  let token = ''
  let problem: string | null = null
  const read = (): Choices => getSetting(db, SETTING, choices) ?? { isOn: false, mayGenerate: false, port: 0 }
  const write = (change: Partial<Choices>): void => setSetting(db, SETTING, choices, { ...read(), ...change })
  const tools = [
    ...libraryTools(options),
    ...generationTools({ ...options, mayGenerate: () => read().mayGenerate }),
  ]

  const renew = async (): Promise<void> => {
    token = randomBytes(32).toString('base64url')
    await keys.set(AGENTS_KEY, token)
  }
  const listen = async (): Promise<void> => {
    if (endpoint !== null) return
    token = (await keys.get(AGENTS_KEY)) ?? ''
    if (token === '') await renew()
    const opened = await openEndpoint({
      port: read().port,
      token: () => token,
      async answer(req, res) {
        // Loaded with the first call: an app that no agent uses starts without the SDK.
        const { answerMcp } = await import('./protocol.ts')
        await answerMcp(req, res, tools, version)
      },
      log,
    })
    problem = opened.ok ? null : opened.error.message
    endpoint = opened.ok ? opened.value : null
    if (endpoint !== null) write({ port: endpoint.port })
  }
  const close = async (): Promise<void> => {
    const open = endpoint
    endpoint = null
    problem = null
    await open?.close()
  }
  /** One switch after the other: a door is never half open. */
  let work: Promise<void> = Promise.resolve()
  const inTurn = (next: () => Promise<void>): Promise<void> => {
    const turn = work.then(next)
    // A switch that failed does not hold up those after it.
    work = turn.catch(() => undefined)
    return turn
  }

  const state = (): AgentsView => {
    const { isOn, mayGenerate } = read()
    const url = endpoint === null ? null : `http://127.0.0.1:${endpoint.port}${MCP_PATH}`
    return { isOn, mayGenerate, url, problem, isTokenSessionOnly: keys.isSessionOnly(AGENTS_KEY) }
  }
  return {
    state,
    async change({ isOn, mayGenerate }) {
      if (mayGenerate !== undefined) write({ mayGenerate })
      if (isOn !== undefined) {
        write({ isOn })
        await inTurn(async () => {
          await close()
          // A port that was taken is not asked for again by a person who switches it off and on.
          if (isOn) await listenSomewhere()
        })
      }
      changed()
      return state()
    },
    async renewToken() {
      await inTurn(renew)
      changed()
      return state()
    },
    setup() {
      const { url } = state()
      if (url === null) return null
      const foleyroom = { type: 'http', url, headers: { Authorization: `Bearer ${token}` } }
      return JSON.stringify({ mcpServers: { foleyroom } }, null, 2)
    },
    begin: () =>
      inTurn(async () => {
        if (!read().isOn) return
        await listen()
        changed()
      }),
    stop: () => inTurn(close),
  }

  async function listenSomewhere(): Promise<void> {
    await listen()
    if (endpoint !== null) return
    write({ port: 0 })
    await listen()
  }
}
