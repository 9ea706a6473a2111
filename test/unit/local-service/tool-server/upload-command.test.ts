// The curl command of an upload, as a shell reads it.

import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { uploadCommand } from '../../../../src-main/local-service/tool-server/tools/upload-command.ts'

const TICKET = {
  id: '00000000-0000-4000-8000-000000000000',
  upload_url: 'http://127.0.0.1:4000/storage/uploads?a=1&b=2',
  upload_expires_at: '2026-11-21T00:00:00.000Z',
  max_bytes: 1,
  fields: { key: 'k', 'Content-Type': 'audio/wav', policy: 'eyJ+/=', note: "it's $HOME; `x`" },
}

test.each([
  ['rain.wav', '"rain.wav"'],
  ["it's a; file, $HOME.wav", '"it\'s a; file, $HOME.wav"'],
  ['a "quoted" \\ name.wav', '"a \\"quoted\\" \\\\ name.wav"'],
])('the file %s arrives whole, after every field', (path, quoted) => {
  const script = `curl() { for word in "$@"; do printf '%s\\n' "$word"; done; }\n${uploadCommand(TICKET, path)}`
  const words = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n')
  expect(words).toEqual([
    '--fail-with-body',
    ...Object.entries(TICKET.fields).flatMap(([name, value]) => ['--form-string', `${name}=${value}`]),
    '--form',
    `file=@${quoted}`,
    TICKET.upload_url,
  ])
})
