// Loads libFLAC, once, when it is first needed.

import type libflac from 'libflacjs'

export type Flac = ReturnType<typeof libflac>

let loading: Promise<Flac> | undefined

/** The library compiled to JavaScript: its WebAssembly build does not start on Node 24. */
export function loadFlac(): Promise<Flac> {
  loading ??= import('libflacjs').then(
    ({ default: libflac }) =>
      new Promise((resolve) => {
        const flac = libflac('release')
        if (flac.isReady()) resolve(flac)
        else flac.on('ready', () => resolve(flac))
      }),
  )
  return loading
}
