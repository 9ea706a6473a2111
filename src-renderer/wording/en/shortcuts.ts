// Every shortcut of the window, for Settings. A test holds it against those that the features register.

export interface ShortcutLine {
  readonly title: string
  /** As features write them: `mod+k`, `space`. Any of them does it. */
  readonly keys: readonly string[]
}
export interface ShortcutGroup {
  readonly title: string
  readonly lines: readonly ShortcutLine[]
}

const line = (title: string, ...keys: readonly string[]): ShortcutLine => ({ title, keys })

export const shortcuts: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    lines: [
      line('Describe a sound, or search', 'mod+l', 'mod+f', '/'),
      line('All commands', 'mod+k'),
      line('Keyboard shortcuts of the view', '?'),
      line('View 1 to 6', 'mod+1', 'mod+2', 'mod+3', 'mod+4', 'mod+5', 'mod+6'),
      line('Settings', 'mod+,'),
      line('Undo', 'mod+z'),
      line('Do it again', 'mod+shift+z'),
    ],
  },
  {
    title: 'Playing',
    lines: [
      line('Play or pause', 'space'),
      line('Loop the selection or the file', 'l'),
      line('Back to the start', 'home'),
      line('Back half a second', 'arrowleft'),
      line('Forward half a second', 'arrowright'),
      line('The region begins at the playhead', 'i'),
      line('The region ends at the playhead', 'o'),
      line('Clear the selected region', 'escape'),
    ],
  },
  {
    title: 'Table of sounds',
    lines: [
      line('Move and listen', 'arrowup', 'arrowdown'),
      line('Select a range', 'shift+arrowup', 'shift+arrowdown'),
      line('Play from the start', 'enter'),
      line('Generate what the omnibar describes', 'mod+enter'),
      line('Show or hide the controls of a request', 'mod+.'),
      line('Earlier prompts and presets', 'mod+shift+p'),
      line('Several prompts at once', 'mod+shift+b'),
      line('Save this search', 'mod+s'),
      line('Import files', 'mod+o'),
      line('Import a folder', 'mod+shift+o'),
    ],
  },
  {
    title: 'The selected sound',
    lines: [
      line('Listen to take 1 to 4', '1', '2', '3', '4'),
      line('Compare takes blind', 'b'),
      line('Keep this take', 'k'),
      line('Reject this take', 'x'),
      line('Favourite', 'f'),
      line('Rate 0 to 5', 'alt+0', 'alt+1', 'alt+2', 'alt+3', 'alt+4', 'alt+5'),
      line('Rename', 'f2'),
      line('Sounds like this', 'shift+s'),
      line('Put into a collection', 'c'),
      line('Take out of the collection', 'shift+delete'),
      line('Move up in the collection', 'alt+arrowup'),
      line('Move down in the collection', 'alt+arrowdown'),
      line('Move to the start of the collection', 'alt+home'),
      line('Move to its end', 'alt+end'),
      line('Choose the UCS category', 'u'),
      line('Copy the file', 'mod+c'),
      line('Reveal in folder', 'mod+r'),
      line('Add tags', 't'),
      line('Write a note', 'n'),
      line('Export', 'mod+e'),
      line('Edit: repair a part, lengthen', 'mod+shift+e'),
      line('Transcribe: notes, MIDI, a score', 'mod+shift+t'),
      line('Move to the trash', 'delete', 'mod+backspace'),
    ],
  },
  {
    title: 'Edit',
    lines: [
      line('Make the region again, or extend the end', 'mod+enter'),
      line('Repair the region', 'r'),
      line('Extend the end', 'e'),
      line('Before or after', 'b'),
      line('Listen to before', '0'),
      line('Listen to variant 1 to 4', '1', '2', '3', '4'),
      line('Go on from this variant', 'enter'),
      line('Zoom in at the playhead', '='),
      line('Zoom out', '-'),
      line('Show the whole sound', 'shift+z'),
      line('Show what is before', 'shift+arrowleft'),
      line('Show what comes after', 'shift+arrowright'),
    ],
  },
  {
    title: 'Video',
    lines: [
      line('Choose a clip', 'mod+o'),
      line('One frame back, on', ',', '.'),
      line('In and out at the playhead', 'i', 'o'),
      line('Find sounds, or generate', 'mod+enter'),
      line('Export aligned stems', 'mod+e'),
    ],
  },
  {
    title: 'Transcribe',
    lines: [
      line('Listen for instruments', 'd'),
      line('Transcribe', 'mod+enter'),
      line('Source or notes', 'a'),
      line('Click on the beat', 'shift+c'),
      line('Note before, next note', ',', '.'),
      line('Part before, next part', '[', ']'),
      line('Read the score large, or the roll again', 'v'),
      line('Page of the score before, next page', 'pageup', 'pagedown'),
      line('Mute the chosen part', 'm'),
      line('Solo the chosen part', 's'),
    ],
  },
]
