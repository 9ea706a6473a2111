// What the services tell whoever shows them: topics that changed, generations, notices, progress. Part of the composition root.
import type { AskingView } from './bridge/askings.ts'
import type { ExportProgress, ImportView } from './bridge/library.ts'
import type { Notice, Topic } from './bridge/types.ts'
import type { Generation } from './generations/generation.ts'

/** For the one who shows. */
export interface News {
  onChange(watcher: (topics: readonly Topic[]) => void): void
  onGeneration(watcher: (generation: Generation) => void): void
  /** What the person has to be told: a part that crashed and was started again. */
  onNotice(watcher: (notice: Notice) => void): void
  onImport(watcher: (view: ImportView) => void): void
  onExport(watcher: (progress: ExportProgress) => void): void
  onAsking(watcher: (view: AskingView) => void): void
}
/** For the services. */
export interface Newsroom extends News {
  /** Many changes of one turn are told once. */
  changed(topic: Topic): void
  generation(generation: Generation): void
  notify(notice: Notice): void
  importing(view: ImportView): void
  exporting(progress: ExportProgress): void
  asking(view: AskingView): void
}

export function createNewsroom(): Newsroom {
  const changes = channel<readonly Topic[]>()
  const generations = channel<Generation>()
  const notices = channel<Notice>()
  const imports = channel<ImportView>()
  const exports = channel<ExportProgress>()
  const askings = channel<AskingView>()
  let topicsToTell = new Set<Topic>()
  return {
    onChange: changes.watch,
    onGeneration: generations.watch,
    onNotice: notices.watch,
    onImport: imports.watch,
    onExport: exports.watch,
    onAsking: askings.watch,
    changed(topic) {
      if (topicsToTell.size === 0) {
        setImmediate(() => {
          const topics = [...topicsToTell]
          topicsToTell = new Set()
          changes.tell(topics)
        })
      }
      topicsToTell.add(topic)
    },
    generation: generations.tell,
    notify: notices.tell,
    importing: imports.tell,
    exporting: exports.tell,
    asking: askings.tell,
  }
}

function channel<T>() {
  const watchers: ((payload: T) => void)[] = []
  return {
    watch: (watcher: (payload: T) => void): void => void watchers.push(watcher),
    tell(payload: T): void {
      for (const watcher of watchers) watcher(payload)
    },
  }
}
