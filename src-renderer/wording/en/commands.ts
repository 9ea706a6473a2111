// Commands of the window itself, and what shows all commands: palette and sheet.

export const commands = {
  /** By the id under which commands are sorted. */
  sections: { Make: 'Make', Play: 'Play', Sound: 'Sound', 'Go to': 'Go to', Window: 'Window' },
  palette: 'Commands',
  typeOne: 'Type a command',
  noneCalledSo: 'No command is called that.',
  sheet: 'Keyboard shortcuts',
  table: 'Table',
  /** What the table hears by itself. */
  tableKeys: {
    move: 'Move and listen',
    range: 'Select a range',
    play: 'Play from the start',
    compare: 'Compare takes',
  },
  focusOmnibar: 'Describe a sound, or search',
  all: 'All commands',
  shortcuts: 'Keyboard shortcuts',
  play: 'Play or pause',
  playOnce: 'Play once',
  loop: 'Loop the selection or the file',
  toStart: 'Back to the start',
  back: 'Back half a second',
  forward: 'Forward half a second',
  regionStart: 'The region begins at the playhead',
  regionEnd: 'The region ends at the playhead',
  clearRegion: 'Clear the selected region',
  silent: 'Selecting is silent',
  auditions: 'Selecting plays',
  themes: { dark: 'Dark theme', light: 'Light theme', system: 'Theme of the system' },
  opening: 'Opening the library…',
  unreadable: 'Foleyroom cannot read its own state',
  tryAgain: 'Try again',
}
