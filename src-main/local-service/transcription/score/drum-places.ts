// Where drums stand on their staff.

/** Drum keys with their place on the staff and their head. */
export const DRUM_PLACES: Readonly<
  Record<number, readonly [name: string, step: string, octave: number, head: string]>
> = {
  36: ['Bass drum', 'F', 4, 'normal'],
  38: ['Snare drum', 'C', 5, 'normal'],
  42: ['Closed hi-hat', 'G', 5, 'x'],
  45: ['Tom', 'D', 5, 'normal'],
  49: ['Crash cymbal', 'A', 5, 'x'],
  51: ['Ride cymbal', 'F', 5, 'x'],
}
