// The built-in engine as connections see it: an address that may change, because its process may be started again.

export interface EngineAddress {
  readonly baseUrl: string
  /** Of this launch only. */
  readonly apiKey: string
}
export interface BuiltInEngine {
  /** Starts the engine when it does not run. Rejects with a sentence when it cannot. */
  address(): Promise<EngineAddress>
  /** Null while it does not run. */
  current(): EngineAddress | null
  onChange(watcher: () => void): () => void
}
