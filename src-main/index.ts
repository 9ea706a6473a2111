// Where the app begins: what was compiled at an earlier start is taken from there, a good part of what a start does in the main process.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { app } from 'electron'

// The name says where the app's data lies.
app.setName('Foleyroom')
enableCompileCache(join(app.getPath('userData'), 'cache/compiled'))
// Awaited: Electron is not ready before its first module has run, and the scheme is made known before that.
await import('./main.ts')
