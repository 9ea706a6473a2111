// A row of the library as the player names it.
import type { SoundRow } from '../../bridge.ts'
import type { PlayerSound } from '../../player/player.ts'
import { texts } from '../../wording/texts.ts'

/** "sfx, take 2" under the name. */
export function playerSound(sound: SoundRow): PlayerSound {
  const take = sound.variantIndex === null ? null : sound.variantIndex + 1
  return {
    id: sound.id,
    name: sound.name,
    detail: texts.library.sound.kind(sound.type, take),
    durationS: sound.durationMs / 1000,
  }
}
