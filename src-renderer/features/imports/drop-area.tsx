// Files that are dropped onto the window are imported, MIDI files opened; what was dragged out of it and comes back is not. The views of one sound open what was dropped onto them.
import { type DragEvent, type ReactNode, useState } from 'react'
import { bridge } from '../../bridge.ts'
import { useAct } from '../../data/use-act.ts'
import { useWindow } from '../../window-state.ts'
import { texts } from '../../wording/texts.ts'
import styles from './imports.module.css'

export function DropArea({ children }: { children: ReactNode }) {
  const { draggedIds, edit, transcribe, view } = useWindow()
  const act = useAct()
  const [isOver, setOver] = useState(false)
  const isForeign = (event: DragEvent): boolean =>
    event.dataTransfer.types.includes('Files') && draggedIds.get().length === 0
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping has no keyboard form; "Import files" in the palette has
    <div
      className={styles.area}
      onDragOver={(event) => {
        if (!isForeign(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        // Between children of the area nothing is left.
        const to = event.relatedTarget
        if (!(to instanceof Node) || !event.currentTarget.contains(to)) setOver(false)
      }}
      onDrop={(event) => {
        setOver(false)
        if (!isForeign(event)) return
        event.preventDefault()
        const at = view.get()
        void act(bridge.imports.drop([...event.dataTransfer.files]), (started) => {
          const awaitedImportId = started?.id ?? null
          if (at === 'transcribe') transcribe.set((now) => ({ ...now, awaitedImportId }))
          if (at === 'edit') edit.set((now) => ({ ...now, awaitedImportId }))
          return null
        })
      }}
    >
      {children}
      {isOver && (
        <div className={styles.over} aria-hidden="true">
          <span>{texts.importing.drop}</span>
        </div>
      )}
    </div>
  )
}
