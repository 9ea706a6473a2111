// Types of runtime.mjs for the TypeScript that imports it.
export interface Runtime {
  readonly kind: 'electron' | 'stand-in'
  readonly executable: string
  readonly env: NodeJS.ProcessEnv
  readonly sentence: string
}

export function presentRuntime(): Runtime
export function chooseRuntime(): Promise<Runtime>
