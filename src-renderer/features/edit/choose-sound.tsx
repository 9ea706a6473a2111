// What the edit view shows before a sound is chosen: a few letters find it, the newest stand there already.
import { Keys } from '../../components/button.tsx'
import { useWindow } from '../../window-state.ts'
import { texts } from '../../wording/texts.ts'
import { Choose } from '../transcribe/choose-recording.tsx'
import { editing } from './edit-state.ts'

const words = texts.edit.choosing

export function ChooseSound() {
  const { edit } = useWindow()
  return (
    <Choose
      title={words.title}
      onChoose={(row) => edit.set((now) => editing(now, row.id))}
      onImporting={(id) => edit.set((now) => ({ ...now, awaitedImportId: id }))}
    >
      {words.before} <Keys of="mod+shift+e" /> {words.after}
    </Choose>
  )
}
