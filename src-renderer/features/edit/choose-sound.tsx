// What the edit view shows before a sound is chosen: a few letters find it, the newest stand there already.
import { Keys } from '../../components/button.tsx'
import { useWindow } from '../../window-state.ts'
import { Choose } from '../transcribe/choose-recording.tsx'
import { editing } from './edit-state.ts'

export function ChooseSound() {
  const { edit } = useWindow()
  return (
    <Choose
      title="Choose a sound to edit"
      onChoose={(row) => edit.set((now) => editing(now, row.id))}
      onImporting={(id) => edit.set((now) => ({ ...now, awaitedImportId: id }))}
    >
      Here you repair a part of it, or lengthen it; the sound itself is never changed. A file that you drop
      here, or import, opens by itself; in the library <Keys of="mod+shift+e" /> opens the selected sound
      here.
    </Choose>
  )
}
