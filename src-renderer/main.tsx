// Where the window begins: makes what its features share, reads the app's state, and draws.
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { Refusal } from './bridge.ts'
import { CommandsContext, createRegistry } from './commands/registry.ts'
import { followChanges } from './data/use-bridge-events.ts'
import { readFirst } from './first-reads.ts'
import { Player } from './player/player.ts'
import { createWindowState, WindowProvider } from './window-state.ts'
import './theme/tokens.css'
import './theme/base.css'

// What was read is drawn in the same turn: a timer would cost a frame of every key that is typed.
notifyManager.setScheduler(queueMicrotask)
const client = new QueryClient({
  defaultOptions: {
    queries: {
      // Events say when something is stale; nothing is read again on a guess.
      staleTime: Number.POSITIVE_INFINITY,
      // The main process answers without a network of ours: being offline stops nothing here.
      networkMode: 'always',
      retry: (failures, thrown) => failures < 2 && !(thrown instanceof Refusal && !thrown.error.retryable),
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
const platform = navigator.platform.startsWith('Mac')
  ? 'darwin'
  : navigator.platform.startsWith('Win')
    ? 'win32'
    : 'linux'
const commands = createRegistry()
const state = createWindowState({ platform, player: new Player(), commands })

followChanges(client)
await readFirst(client)

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <CommandsContext value={commands}>
        <WindowProvider value={state}>
          <App />
        </WindowProvider>
      </CommandsContext>
    </QueryClientProvider>
  </StrictMode>,
)
