// How a sound leaves the app: the handle to drag, and beside it what works where drops are refused.
import type { SoundDetail } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { useStore } from '../../store.ts'
import { useWindow } from '../../window-state.ts'
import { percent } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import styles from './inspector.module.css'
import type { SoundActions } from './use-sound-actions.tsx'

const words = texts.inspector.drag

interface Props {
  readonly detail: SoundDetail
  readonly actions: SoundActions
}

export function Actions({ detail, actions }: Props) {
  const { player } = useWindow()
  const speed = useStore(player.state, (state) => state.speed)
  const what = actions.count > 1 ? words.many(actions.count) : words.file
  if (detail.isMissing) {
    return (
      <div className={styles.actions}>
        <span>{texts.inspector.actions.gone}</span>
        <Button isDangerous onClick={actions.trash}>
          {texts.inspector.actions.takeOut}
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
          title={words.title}
          onPointerDown={actions.prepareDrag}
          onDragStart={(event) => {
            event.preventDefault()
            actions.drag()
          }}
        >
          <Icon name="grip" />
          {speed === 1 ? what : words.atSpeed(what, percent(speed))}
        </span>
        <Button onClick={actions.reveal}>{texts.inspector.actions.reveal}</Button>
        <Button onClick={actions.copyFiles}>{texts.inspector.actions.copy}</Button>
        <Button onClick={actions.exportFiles}>{texts.inspector.actions.export}</Button>
      </div>
    </div>
  )
}
