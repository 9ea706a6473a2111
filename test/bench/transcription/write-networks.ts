// Writes what was learnt as a source file of the service.

import { writeFileSync } from 'node:fs'
import { encodeNetwork, type Network } from '../../../src-main/local-service/transcription/notes/network.ts'

const FOLDER = new URL('../../../src-main/local-service/transcription/', import.meta.url)

/** A file of the transcription's folder with a comment and a constant each, of one network or of several in order. */
export function writeNetworks(
  file: string,
  comment: string,
  constants: Readonly<Record<string, Network | readonly Network[]>>,
): void {
  const lines = Object.entries(constants).map(([name, value]) => `export const ${name} =${declared(value)}\n`)
  writeFileSync(new URL(file, FOLDER), [`// ${comment}\n`, ...lines].join('\n'))
}

function declared(value: Network | readonly Network[]): string {
  if ('layers' in value) return `\n  ${textOf(value)}`
  return ` [\n${value.map((network) => `  ${textOf(network)},\n`).join('')}]`
}

function textOf(network: Network): string {
  return `'${encodeNetwork(network)}'`
}
