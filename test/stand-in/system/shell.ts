// The `shell` module: the trash is real; what would open another program is recorded for tests instead.
import type * as E from 'electron'
import { moveToTrash } from './trash.ts'

export interface OpenedElsewhere {
  readonly how: 'openExternal' | 'openPath' | 'showItemInFolder'
  readonly target: string
}

/** Everything handed to other programs so far, oldest first; a test of the stand-in alone may read it. */
const opened: OpenedElsewhere[] = []

export const shell = {
  opened,
  async openExternal(url: string): Promise<void> {
    opened.push({ how: 'openExternal', target: url })
  },
  async openPath(path: string): Promise<string> {
    opened.push({ how: 'openPath', target: path })
    return ''
  },
  showItemInFolder(path: string): void {
    opened.push({ how: 'showItemInFolder', target: path })
  },
  trashItem: moveToTrash,
  beep(): void {},
} satisfies Pick<E.Shell, 'openExternal' | 'openPath' | 'showItemInFolder' | 'trashItem' | 'beep'> & {
  opened: OpenedElsewhere[]
}
