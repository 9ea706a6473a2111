// test/with-keyring.sh: a keyring of its own, the command's own code and streams, nothing left behind.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'

// Processes are started here: a bound for a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const ROOT = join(import.meta.dirname, '../../..')

function withKeyring(...command) {
  return new Promise((resolve) => {
    execFile('sh', [join(ROOT, 'test/with-keyring.sh'), ...command], { cwd: ROOT }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    )
  })
}

test('passes on arguments, streams and the exit code, and removes its home', async () => {
  const script = 'echo "$HOME $1"; echo "$XDG_RUNTIME_DIR" >&2; exit 7'
  const { code, stdout, stderr } = await withKeyring('sh', '-c', script, 'sh', 'two words')
  const [home, ...rest] = stdout.trim().split(' ')
  expect(code).toBe(7)
  expect(rest.join(' ')).toBe('two words')
  expect(stderr).toBe(`${home}/run\n`)
  expect(existsSync(home)).toBe(false)
})

test.runIf(existsSync(join(ROOT, 'node_modules/keytar/build/Release/keytar.node')))(
  'keeps a secret in a keyring that is unlocked',
  async () => {
    const script = `
      import keytar from 'keytar'
      await keytar.setPassword('foleyroom-test', 'account', 'secret')
      console.log(await keytar.getPassword('foleyroom-test', 'account'))`
    const result = await withKeyring(process.execPath, '--input-type=module', '-e', script)
    expect(result).toEqual({ code: 0, stdout: 'secret\n', stderr: '' })
  },
)
