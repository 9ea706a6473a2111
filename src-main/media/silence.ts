// How long a sound is silent at its beginning and its end.

/** −60 dB of full scale: below it an ear in a room hears nothing of a sound that peaks at full scale. */
const AUDIBLE = 0.001

export interface SilenceMeter {
  readonly add: (block: readonly Float32Array[]) => void
  /** In frames. A sound that is silent throughout has all of them at both ends. */
  readonly ends: () => { readonly headFrames: number; readonly tailFrames: number }
}

export function createSilenceMeter(): SilenceMeter {
  let frames = 0
  let first = -1
  let last = -1
  return {
    add: (block) => {
      const length = block[0]?.length ?? 0
      for (const channel of block) {
        const heard = channel.findIndex((value) => Math.abs(value) > AUDIBLE)
        if (heard < 0) continue
        if (first < 0 || frames + heard < first) first = frames + heard
        last = Math.max(last, frames + channel.findLastIndex((value) => Math.abs(value) > AUDIBLE))
      }
      frames += length
    },
    ends: () =>
      first < 0
        ? { headFrames: frames, tailFrames: frames }
        : { headFrames: first, tailFrames: frames - 1 - last },
  }
}
