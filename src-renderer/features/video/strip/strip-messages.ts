// What the window and the worker of the frame strip say to each other.

/** To the worker. A new wish ends the one before it. */
export type ToStripWorker =
  | { readonly kind: 'open'; readonly address: string; readonly framesPerSecond: number }
  | { readonly kind: 'want'; readonly frames: readonly number[]; readonly height: number }

/** From the worker: frames as they are decoded, or that there are none to be had. */
export type FromStripWorker =
  | { readonly kind: 'frame'; readonly frame: number; readonly height: number; readonly bitmap: ImageBitmap }
  | { readonly kind: 'none' }
