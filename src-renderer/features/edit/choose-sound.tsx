// What the edit view shows before a sound is chosen: a few letters find it, the newest stand there already.

import { bridge } from '../../bridge.ts'
import { Blank } from '../../components/blank.tsx'
import { Button, Keys } from '../../components/button.tsx'
import { useAct } from '../../data/use-act.ts'
import { useWindow } from '../../window-state.ts'
import { RecordingList } from '../transcribe/choose-recording.tsx'
import { editing } from './edit-state.ts'

export function ChooseSound() {
  const { edit } = useWindow()
  const act = useAct()
  return (
    <Blank>
      <h2>Choose a sound to edit</h2>
      <p>
        Here you repair a part of it, or lengthen it; the sound itself is never changed. A file that you drop
        here, or import, opens by itself; in the library <Keys of="mod+shift+e" /> opens the selected sound
        here.
      </p>
      <RecordingList onChoose={(row) => edit.set((now) => editing(now, row.id))} />
      <Button
        isLarge
        onClick={async () => {
          const started = await act(bridge.imports.choose({ what: 'files' }))
          if (started !== null) edit.set((now) => ({ ...now, awaitedImportId: started.id }))
        }}
      >
        Import files… <Keys of="mod+o" />
      </Button>
    </Blank>
  )
}
