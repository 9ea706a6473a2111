// The `safeStorage` module: AES-256-GCM under a key file; as weak as Electron's `basic_text`, and saying so.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as E from 'electron'
import { getPath } from './paths.ts'

const VERSION = Buffer.from('v10')
const IV_BYTES = 12
const TAG_BYTES = 16

function keyOfProfile(): Buffer {
  const file = join(getPath('userData'), 'stand-in.key')
  if (!existsSync(file)) {
    mkdirSync(getPath('userData'), { recursive: true })
    writeFileSync(file, randomBytes(32), { mode: 0o600 })
  }
  return readFileSync(file)
}

export const safeStorage = {
  isEncryptionAvailable: () => true,
  getSelectedStorageBackend: () => 'basic_text' as const,
  encryptString(text: string): Buffer {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', keyOfProfile(), iv)
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([VERSION, iv, cipher.getAuthTag(), sealed])
  },
  decryptString(sealed: Buffer): string {
    const tagAt = VERSION.length + IV_BYTES
    const decipher = createDecipheriv('aes-256-gcm', keyOfProfile(), sealed.subarray(VERSION.length, tagAt))
    decipher.setAuthTag(sealed.subarray(tagAt, tagAt + TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(tagAt + TAG_BYTES)), decipher.final()]).toString()
  },
} satisfies Pick<
  E.SafeStorage,
  'isEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptString' | 'decryptString'
>
