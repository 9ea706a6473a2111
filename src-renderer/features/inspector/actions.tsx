// How a sound leaves the app: the handle to drag, and beside it what works where drops are refused.
import type { SoundDetail } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { RegionHandle } from '../../components/region-handle.tsx'
import { useStore } from '../../store.ts'
import { useWindow } from '../../window-state.ts'
import styles from './inspector.module.css'
import type { SoundActions } from './use-sound-actions.tsx'

interface Props {
  readonly detail: SoundDetail
  readonly actions: SoundActions
}

export function Actions({ detail, actions }: Props) {
  const { player } = useWindow()
  const speed = useStore(player.state, (state) => state.speed)
  if (detail.isMissing) {
    return (
      <div className={styles.actions}>
        <span>The file is no longer where it was kept.</span>
        <Button isDangerous onClick={actions.trash}>
          Take it out of the library…
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.actions}>
      <div className={styles.out}>
        {speed !== 1 && actions.count === 1 ? (
          <RegionHandle soundId={detail.id} region={{ startS: 0, endS: detail.durationMs / 1000 }}>
            Drag
          </RegionHandle>
        ) : (
          // biome-ignore lint/a11y/noStaticElementInteractions: dragging has no keyboard form; Reveal, Copy and Export beside it have
          <span
            className={styles.handle}
            draggable
            title="Drag into another app"
            onDragStart={(event) => {
              event.preventDefault()
              actions.drag()
            }}
          >
            <Icon name="grip" />
            {actions.count > 1 ? `Drag ${actions.count}` : 'Drag file'}
          </span>
        )}
        <Button onClick={actions.reveal}>Reveal</Button>
        <Button onClick={actions.copyFiles}>Copy file</Button>
        <Button onClick={actions.exportFiles}>Export…</Button>
      </div>
    </div>
  )
}
