// How a sound leaves the app: the handle to drag, and beside it what works where drops are refused.
import type { SoundDetail } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import styles from './inspector.module.css'
import type { SoundActions } from './use-sound-actions.tsx'

interface Props {
  readonly detail: SoundDetail
  readonly actions: SoundActions
}

export function Actions({ detail, actions }: Props) {
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
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging has no keyboard form; Reveal, Copy and Export beside it have */}
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
        <Button onClick={actions.reveal}>Reveal</Button>
        <Button onClick={actions.copyFiles}>Copy file</Button>
        <Button onClick={actions.exportFiles}>Export…</Button>
      </div>
    </div>
  )
}
