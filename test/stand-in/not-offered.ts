// The error of everything that Electron has and the stand-in has not: loud, never a silent no-op.

/** @throws always; `what` is the name in Electron's API, with the way round it where there is one. */
export function notOffered(what: string): never {
  throw new Error(`The stand-in for Electron does not offer ${what}`)
}
