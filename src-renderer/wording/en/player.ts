// The player at the foot of the window.

export const player = {
  label: 'Player',
  toStart: 'To the start',
  play: 'Play',
  pause: 'Pause',
  loop: 'Loop',
  nothing: 'Nothing loaded',
  undecodable: 'Cannot be decoded here; other programs may play the file',
  position: 'Position',
  speed: 'Speed',
  speedTitle: 'Speed: pitch and time together, as on tape. A double click puts it back to 100 %.',
  fullSpeed: 'Play at 100 %',
  gain: 'Gain',
  output: {
    label: 'Output',
    system: 'System output',
    missing: (device: string) => `“${device}” is not there, the system’s output plays instead`,
    noChoice: 'This system cannot choose an output, its own plays',
    failed: (reason: string) => `The output cannot be opened: ${reason}`,
  },
  meter: {
    label: 'Loudness',
    silent: 'silent',
    /** What the bar reads, for who hears it. */
    reading: (lufs: string) => `${lufs} LUFS momentary`,
    momentary: 'M',
    integrated: 'I',
    unit: 'LUFS',
  },
}
