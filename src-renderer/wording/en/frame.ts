// The frame around the views, and the window before there is one.

export const frame = {
  views: {
    library: 'Library',
    video: 'Video',
    edit: 'Edit',
    transcribe: 'Transcribe',
    activity: 'Activity',
    settings: 'Settings',
  },
  sidebar: 'Views',
  inFlight: (count: number) => `${count} in flight`,
  sounds: 'Sounds',
  midiFiles: 'MIDI files',
  onDisk: 'On disk',
  cannotBeReached: (connection: string) =>
    `${connection} cannot be reached. Everything in the library works.`,
  account: 'Account',
  noConnection: 'No connection is in use',
  builtInEngine: 'Built-in engine',
  commands: 'Commands',
  status: {
    unknown: 'not asked yet',
    starting: 'starting',
    online: 'online',
    failing: 'not reachable',
  },
  notices: 'Notices',
  closeNotice: 'Close the notice',
}
