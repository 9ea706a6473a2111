// The preload's surface, frozen: whatever is added to the window shows here.
import { describe, expect, it } from 'vitest'
import { COMMANDS, DROPS, EVENTS, REQUESTS } from '../../../src-main/bridge/contract.ts'

describe('window.foleyroom', () => {
  it('offers exactly these functions', () => {
    const names = [
      ...Object.keys(REQUESTS),
      ...Object.keys(COMMANDS),
      ...Object.keys(DROPS),
      ...Object.keys(EVENTS).map((name) => `on.${name}`),
    ]
    expect(names).toMatchInlineSnapshot(`
      [
        "app.state",
        "settings.change",
        "app.finishFirstRun",
        "app.chooseLibraryFolder",
        "app.openLibraryFolder",
        "app.openExternal",
        "app.copyText",
        "connections.list",
        "connections.test",
        "connections.save",
        "connections.use",
        "connections.remove",
        "connections.refresh",
        "models.list",
        "generations.quote",
        "generations.start",
        "generations.current",
        "generations.recent",
        "generations.get",
        "generations.cancel",
        "generations.stopWaiting",
        "generations.dismiss",
        "library.page",
        "library.matches",
        "library.sound",
        "library.change",
        "library.trash",
        "library.reveal",
        "library.copyFiles",
        "library.export",
        "library.tags",
        "library.renameTag",
        "library.history",
        "library.undo",
        "library.redo",
        "library.trashed",
        "library.restore",
        "library.emptyTrash",
        "library.duplicates",
        "library.checkFiles",
        "library.relink",
        "library.facets",
        "collections.list",
        "collections.create",
        "collections.change",
        "collections.move",
        "collections.remove",
        "collections.add",
        "collections.take",
        "imports.current",
        "imports.choose",
        "imports.cancel",
        "imports.watched",
        "imports.watch",
        "imports.unwatch",
        "drag.start",
        "imports.drop",
        "on.changed",
        "on.generation",
        "on.command",
        "on.notice",
        "on.importing",
        "on.exporting",
      ]
    `)
  })

  it('groups each name by one dot', () => {
    for (const name of [...Object.keys(REQUESTS), ...Object.keys(COMMANDS), ...Object.keys(DROPS)])
      expect(name).toMatch(/^[a-z]+\.[a-zA-Z]+$/)
  })
})
