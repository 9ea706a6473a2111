// The first start.

export const firstRun = {
  steps: 'One step',
  title: 'Where should sounds come from?',
  lead: 'Either can be changed or joined by the other later, in Settings. Everything you make stays in your own folder.',
  builtIn: {
    title: 'Built-in engine',
    lead: 'Procedural synthesis on this computer. Rough sketches, whooshes, impacts, beds; enough to learn the whole app.',
    facts: [
      ['Needs', 'nothing, works offline'],
      ['Costs', 'nothing'],
      ['Makes', 'sounds from text and for video, edits, notes and scores'],
      ['Limits', 'a sketch, not a recording; no speech'],
      ['Named as', 'built-in engine, procedural'],
    ] as readonly (readonly [name: string, value: string])[],
    use: 'Use the built-in engine',
    absent: 'It did not start on this computer.',
  },
  service: {
    title: 'Connect to a service',
    lead: 'Generated foley, effects and ambience from a hosted model. You need an address and a key from your account there.',
    connect: 'Connect',
    keychain: 'The key goes into the system keychain.',
    noKeychain: 'There is no keychain here: the key is kept until the app is closed.',
  },
}
