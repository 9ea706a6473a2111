// How sound that goes with a picture is written.

/** Pictures and their editors work at 48 kHz. */
export const PICTURE_RATE = 48_000
export const PICTURE_CHANNELS = 2
export const PICTURE_BITS = 24
