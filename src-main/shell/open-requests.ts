// Listens for what the system asks the app to open, from its start on: the command line, a second start, macOS' events.
import type { App } from 'electron'
import { LINK_SCHEME } from '../bridge/links.ts'
import { isLink } from './deep-link.ts'
import { isQuestion } from './is-app-open.ts'
import type { OpenRequest } from './open-with.ts'
import { readOpenRequest } from './open-with.ts'

type OpenEvents = Pick<App, 'on' | 'setAsDefaultProtocolClient'>

/**
 * Answers with a function that takes the one who opens; what came before it is handed over then. `argsOf` strips what Electron adds.
 */
export function listenForOpenRequests(
  app: OpenEvents,
  options: {
    readonly isPackaged: boolean
    readonly firstArgs: readonly string[]
    readonly workingFolder: string
    readonly argsOf: (argv: readonly string[]) => readonly string[]
  },
): (opener: (asked: OpenRequest) => void) => void {
  const waiting: OpenRequest[] = [readOpenRequest(options.firstArgs, options.workingFolder)]
  let open: ((asked: OpenRequest) => void) | null = null
  const ask = (asked: OpenRequest): void => {
    if (open === null) waiting.push(asked)
    else open(asked)
  }
  // From the sources the scheme would point at Electron itself, with whatever it is told to run.
  if (options.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
  app.on('open-file', (event, path) => {
    event.preventDefault()
    ask(readOpenRequest([path], '/'))
  })
  app.on('open-url', (event, url) => {
    event.preventDefault()
    if (isLink(url)) ask(readOpenRequest([url], '/'))
  })
  app.on('second-instance', (_event, argv, workingFolder, data) => {
    if (!isQuestion(data)) ask(readOpenRequest(options.argsOf(argv), workingFolder))
  })
  return (opener) => {
    open = opener
    for (const asked of waiting.splice(0)) opener(asked)
  }
}
