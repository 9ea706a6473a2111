// The name of a sound, changed in place, with its shape and whether it is a favourite.
import { useEffect, useRef } from 'react'
import type { SoundDetail } from '../../bridge.ts'
import { Button, IconButton } from '../../components/button.tsx'
import controls from '../../components/controls.module.css'
import { cx } from '../../components/cx.ts'
import { channelCount, sampleRate } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import { exactSeconds } from '../../wording/times.ts'
import { formatName } from '../create/limits.ts'
import styles from './inspector.module.css'
import type { SoundActions } from './use-sound-actions.tsx'

const words = texts.inspector

interface Props {
  readonly detail: SoundDetail
  readonly actions: SoundActions
}

export function Title({ detail, actions }: Props) {
  return (
    <div className={styles.head}>
      <div>
        {actions.isRenaming ? (
          <Rename detail={detail} actions={actions} />
        ) : (
          <h2 className={styles.title} title={detail.name} onDoubleClick={() => actions.rename(true)}>
            {detail.name}
          </h2>
        )}
        <p>
          {detail.type}, {exactSeconds(detail.durationMs / 1000)} s, {sampleRate(detail.sampleRate)}{' '}
          {channelCount(detail.channels)}, {formatName(detail.format)}
        </p>
        {actions.count > 1 && <p>{words.selected(actions.count)}</p>}
      </div>
      <IconButton
        icon="star"
        label={detail.isFavourite ? words.commands.noFavourite : words.commands.favourite}
        aria-pressed={detail.isFavourite}
        isFilled={detail.isFavourite}
        className={cx(detail.isFavourite && styles.on)}
        onClick={() => actions.change({ isFavourite: !detail.isFavourite })}
      />
      {!detail.isMissing && (
        <div className={styles.goOn}>
          <Button title={words.actions.transcribeTitle} onClick={actions.transcribe}>
            {words.actions.transcribe}
          </Button>
          <Button title={words.actions.editTitle} onClick={actions.edit}>
            {words.actions.edit}
          </Button>
        </div>
      )}
    </div>
  )
}

function Rename({ detail, actions }: Props) {
  const inputRef = useRef<HTMLInputElement>(null)
  useEffect(() => inputRef.current?.select(), [])
  const finish = (name: string): void => {
    actions.rename(false)
    if (name.trim() !== '' && name.trim() !== detail.name) actions.renameTo(name.trim())
  }
  return (
    <input
      ref={inputRef}
      className={cx(controls.input, styles.rename)}
      aria-label={words.name}
      defaultValue={detail.name}
      spellCheck={false}
      onBlur={(event) => finish(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish(event.currentTarget.value)
        if (event.key !== 'Escape') return
        event.stopPropagation()
        actions.rename(false)
      }}
    />
  )
}
