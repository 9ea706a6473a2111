// A row of the library as the player names it.
import type { SoundRow } from '../../bridge.ts'
import type { PlayerSound } from '../../player/player.ts'

/** "sfx, take 2" under the name. */
export function playerSound(sound: SoundRow): PlayerSound {
  const take = sound.variantIndex === null ? '' : `, take ${sound.variantIndex + 1}`
  return {
    id: sound.id,
    name: sound.name,
    detail: `${sound.type}${take}`,
    durationS: sound.durationMs / 1000,
  }
}
