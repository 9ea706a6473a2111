// Controls that several views share, and the history of what was changed.

export const controls = {
  cancel: 'Cancel',
  /** Beside a field that the model may not heed. */
  mayBeIgnored: 'may be ignored',
  copy: (what: string) => `Copy ${what}`,
  copyThis: (what: string, text: string) => `Copy ${what} ${text}`,
  copied: (text: string) => `Copied ${text}`,
  zoom: 'Zoom',
  zoomIn: 'Zoom in',
  zoomInAtPlayhead: 'Zoom in at the playhead',
  zoomOut: 'Zoom out',
  showBefore: 'Show what is before',
  showAfter: 'Show what comes after',
  zoomed: (shown: string, whole: string) => `${shown} shown. ${whole}`,
  dragRegion:
    'Drag into another app: a part with a quarter of a second of handles, with Alt without; at the speed of the player',
  regionIsCut: 'The selection is being cut. Drag again in a moment.',
  /** Null: there is nothing to take back. */
  undo: (what: string | null) => (what === null ? 'Undo' : `Undo: ${what}`),
  redo: (what: string | null) => (what === null ? 'Redo' : `Redo: ${what}`),
  undone: (what: string) => `Undone: ${what}`,
  redone: (what: string) => `Done again: ${what}`,
}
