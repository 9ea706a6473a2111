// What the launch knows of the app: its name, version and folder, the command line's switches.
export interface AppFacts {
  name: string
  version: string
  readonly appPath: string
  readonly executable: string
  readonly isPackaged: boolean
  readonly switches: ReadonlyMap<string, string>
}

/** Filled once by the launch, before any code of the app runs. */
export const appFacts: AppFacts = {
  name: 'Electron',
  version: '0.0.0',
  appPath: process.cwd(),
  executable: process.execPath,
  isPackaged: false,
  switches: new Map(),
}

export function configureApp(facts: AppFacts): void {
  Object.assign(appFacts, facts)
}
