// The import that runs: how far it is, what it left out and why. It stays until it is dismissed.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { bridge, type ImportView } from '../../bridge.ts'
import { useCommands } from '../../commands/registry.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { ProgressBar } from '../../components/progress-bar.tsx'
import { currentImport } from '../../data/queries.ts'
import { useAct } from '../../data/use-act.ts'
import { useWindow } from '../../window-state.ts'
import { texts } from '../../wording/texts.ts'
import styles from './imports.module.css'

const words = texts.importing

export function ImportStrip() {
  const state = useWindow()
  const client = useQueryClient()
  const act = useAct()
  const { data: current = null } = useQuery(currentImport)
  const [dismissed, setDismissed] = useState<number | null>(null)
  const [isReading, setReading] = useState(false)
  useEffect(
    () =>
      bridge.on.importing((view) => {
        client.setQueryData(currentImport.queryKey, view)
        if (view.state === 'done' || view.state === 'canceled') {
          void client.invalidateQueries({ queryKey: ['library'] })
          state.spoken.set(importSentence(view))
        }
      }),
    [client, state],
  )
  useCommands([
    {
      id: 'import-files',
      title: words.files,
      section: 'Sound',
      shortcuts: ['mod+o'],
      isHeardInText: true,
      run: () => void act(bridge.imports.choose({ what: 'files' })),
    },
    {
      id: 'import-folder',
      title: words.folder,
      section: 'Sound',
      shortcuts: ['mod+shift+o'],
      run: () => void act(bridge.imports.choose({ what: 'folder' })),
    },
    {
      id: 'watch-folder',
      title: words.watch,
      section: 'Sound',
      run: () =>
        void act(bridge.imports.watch(), (folder) => (folder === null ? null : words.watched(folder.name))),
    },
  ])
  if (current === null || current.id === dismissed) return null
  const isOver = current.state === 'done' || current.state === 'canceled'
  if (isOver && current.problems.length === 0 && current.imported === 0 && current.found === 0) return null
  const finished = current.imported + current.duplicates + current.failed
  return (
    <section className={styles.strip} aria-label={words.title}>
      <ProgressBar
        className={styles.progress}
        label={words.progress(current.label)}
        done={current.found === 0 ? 0 : finished / current.found}
      />
      <span>{importSentence(current)}</span>
      <span className={styles.end}>
        {current.problems.length > 0 && (
          <Button weight="link" onClick={() => setReading(true)}>
            {words.whatWasLeftOut}
          </Button>
        )}
        {isOver ? (
          <Button weight="link" onClick={() => setDismissed(current.id)}>
            {words.dismiss}
          </Button>
        ) : (
          <Button weight="link" onClick={() => void act(bridge.imports.cancel())}>
            {words.cancel}
          </Button>
        )}
      </span>
      {isReading && <Problems view={current} onClose={() => setReading(false)} />}
    </section>
  )
}

const importSentence = (view: ImportView): string => words.state[view.state](view)

function Problems({ view, onClose }: { view: ImportView; onClose: () => void }) {
  const { inspectedId } = useWindow()
  return (
    <Dialog title={words.notImported} isWide onClose={onClose}>
      <ul className={styles.problems}>
        {view.problems.map(({ name, message, soundId }) => (
          <li key={name}>
            <b>{name}</b>
            <span>{message}</span>
            {soundId !== null && (
              <Button
                weight="link"
                onClick={() => {
                  inspectedId.set(soundId)
                  onClose()
                }}
              >
                {words.show}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
