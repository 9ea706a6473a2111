// The library: the omnibar, the table in rows and in tiles, what filters it, its menus and dialogs.
import { counted, grouped } from '../counting.ts'

/** Behind "Further away,", by the column that sorts. */
const by = (column: string) => ({ ascending: `by ${column}`, descending: `by ${column}, last first` })
const sorted = {
  createdAtMs: { ascending: 'oldest first', descending: 'newest first' },
  durationMs: { ascending: 'shortest first', descending: 'longest first' },
  loudnessLufs: { ascending: 'quietest first', descending: 'loudest first' },
  credits: { ascending: 'cheapest first', descending: 'dearest first' },
  sampleRate: { ascending: 'lowest rate first', descending: 'highest rate first' },
  rating: { ascending: 'least rated first', descending: 'best rated first' },
  collection: { ascending: 'in the order of the collection', descending: 'in reversed order' },
  name: by('name'),
  type: by('type'),
  model: by('model'),
  seed: by('seed'),
  family: by('family'),
  format: by('format'),
}

export const library = {
  title: 'Library',
  unreadable: 'The library cannot be read.',
  readAgain: 'Read it again',
  /** The filters stand between, as they were typed. */
  noneIs: { before: 'No sound is', after: '.' },
  takeFilterOut: 'Take the filter out',
  commands: {
    generate: 'Generate what the omnibar describes',
    hideControls: 'Hide the controls of a request',
    showControls: 'Show the controls of a request',
    prompts: 'Earlier prompts and presets…',
    keepPreset: 'Keep the controls as a preset…',
    asTiles: 'Show sounds as waveform tiles',
    asRows: 'Show sounds as rows',
    trash: 'Look into the trash…',
    duplicates: 'Find duplicates…',
    batch: 'Several prompts at once…',
  },

  omnibar: {
    label: 'Describe a sound, or search',
    hint: 'Words rank the library and describe what to generate. Fields such as model: or dur: filter.',
    clear: 'Clear',
  },

  blank: {
    title: 'Nothing here yet',
    /** The key that generates stands between. */
    text: {
      before: 'Describe a sound in the field above and press',
      after: '. What you make is kept in a folder of your own.',
    },
    tryOne: 'Try one',
    tryOneAtPrice: 'Try one: the price is what the service quotes now',
    /** Descriptions to begin with. */
    examples: {
      door: 'heavy oak door slams in a stone hall',
      rain: 'steady rain on a tin roof',
      boots: 'leather boots on flagstones, slow walk',
      thunder: 'distant thunder rolls over the hills',
    },
    /** "2.0 s, 4 takes, loop" */
    takes: (length: string, takes: number, isLoop: boolean) =>
      `${length}, ${counted(takes, 'take')}${isLoop ? ', loop' : ''}`,
    freeToSpend: (credits: string) => `${credits} free to spend`,
  },

  table: {
    label: 'Sounds',
    columns: {
      order: '#',
      play: 'Play',
      wave: 'Waveform',
      name: 'Name',
      type: 'Type',
      length: 'Length',
      model: 'Model',
      seed: 'Seed',
      lufs: 'LUFS',
      cost: 'Credits',
      date: 'Date',
      tags: 'Tags',
    },
    sorted,
    moreJobs: (jobs: number) => `${counted(jobs, 'more job')} in Activity`,
    closest: 'Closest in your library',
    owned: 'already owned',
    ownedAndFree: 'already owned, nothing to pay',
    /** @param what the filters in use, or `furtherAway` */
    rest: (what: string, order: string) => `${what}, ${order}`,
    furtherAway: 'Further away',
    beingRead: 'Being read',
  },
  /** Of the sounds of a collection. */
  order: {
    column: 'Order in the collection',
    drag: 'Drag to another place of the collection',
    up: (name: string) => `Move up in ${name}`,
    down: (name: string) => `Move down in ${name}`,
    start: (name: string) => `Move to the start of ${name}`,
    end: (name: string) => `Move to the end of ${name}`,
    elsewhere: (sounds: number) =>
      sounds === 1
        ? 'One sound lies in another collection that is shown here, and keeps its place there.'
        : `${grouped(sounds)} sounds lie in another collection that is shown here, and keep their places there.`,
  },
  sound: {
    play: (name: string) => `Play ${name}`,
    pause: (name: string) => `Pause ${name}`,
    waveform: 'Waveform',
    noWaveform: 'No waveform yet',
    favourite: 'Favourite',
    rating: (stars: number) => `Rated ${stars} of 5`,
    loop: 'loop',
    /** It was transcribed. */
    notes: 'notes',
    missing: 'missing',
    import: 'import',
    credits: (credits: number) => counted(credits, 'credit'),
    /** Under its name in the player. @param take null where it is none of several */
    kind: (type: string, take: number | null) => (take === null ? type : `${type}, take ${take}`),
  },
  job: {
    waiting: 'Waiting',
    running: 'Running',
    noSound: 'No sound',
    saved: (saved: number, asked: number) => `${saved} of ${counted(asked, 'take')}`,
    requestId: 'request id',
    dismiss: 'Dismiss',
  },

  filters: {
    total: (sounds: number) => counted(sounds, 'sound'),
    found: (found: number, sounds: number) => `${grouped(found)} of ${counted(sounds, 'sound')}`,
    more: 'More',
    moreLabel: 'More filters',
    layout: 'Layout',
    rows: 'Rows',
    tiles: 'Waveform tiles',
    inUse: 'Filters in use',
    favourites: 'Favourites',
    named: (title: string, isNegated: boolean) => (isNegated ? `not ${title}` : title),
    /** @param values what is chosen of it; empty where it has none */
    takeOut: (named: string, values: string) => `Take out ${named}${values === '' ? '' : ` ${values}`}`,
    takeAllOut: 'Take all out',
    /** By the field that filters. */
    menus: {
      type: 'Type',
      dur: 'Duration',
      model: 'Model',
      format: 'Format',
      tag: 'Tags',
      is: 'State',
      family: 'Made',
      date: 'Date',
      rating: 'Rating',
      rate: 'Sample rate',
      conn: 'Connection',
      in: 'Collection',
    },
    states: {
      favourite: 'Favourite',
      kept: 'Kept take',
      rejected: 'Rejected take',
      loop: 'Loop',
      imported: 'Imported',
      missing: 'File is missing',
    },
    families: {
      'text-to-sfx': 'From words',
      'video-to-sfx': 'From a video',
      extend: 'Extended',
      inpaint: 'Repaired',
      region: 'Region',
      import: 'Imported',
    },
    /** Lengths in seconds. */
    under: (seconds: number) => `under ${seconds} s`,
    between: (least: number, most: number) => `${least} to ${most} s`,
    over: (seconds: number) => `over ${seconds} s`,
    notRated: 'Not rated',
    today: 'today',
    lastDays: (days: number) => `last ${days} days`,
    thisYear: 'this year',
    earlierYears: 'earlier years',
  },

  menu: {
    selected: (sounds: number) => counted(sounds, 'sound'),
    rating: 'Rating',
    /** For assistive technology: what the lines part. */
    parts: {
      judge: 'Judge and order',
      goOn: 'Go on with it',
      handOver: 'Hand over',
      throwAway: 'Throw away',
    },
  },

  close: 'Close',
  trash: {
    title: 'Trash',
    nothing: 'Nothing lies in the trash.',
    list: 'Sounds in the trash',
    restore: 'Restore',
    restoreThis: (name: string) => `Restore ${name}`,
    restored: (sounds: number) => `${counted(sounds, 'sound')} restored`,
    newer: 'Newer',
    older: 'Older',
    empty: 'Empty the trash…',
    emptyTitle: (sounds: number) => `Give ${counted(sounds, 'sound')} to the system’s trash?`,
    emptyAction: 'Empty the trash',
    emptyText: 'From there the files can be put back by hand; the library no longer knows them.',
    emptied: (sounds: number) =>
      `${counted(sounds, 'sound')} ${sounds === 1 ? 'is' : 'are'} in the system’s trash now`,
  },
  duplicates: {
    title: 'Duplicates',
    comparing: 'Comparing…',
    none: 'No two sounds have the same content.',
    list: 'Sounds with the same content',
    group: (sounds: number) => `${counted(sounds, 'sound')} with the same content`,
    keep: 'Keep this one',
    keepThis: (name: string) => `Keep ${name}, move the others to the trash`,
    kept: (trashed: number) => `${counted(trashed, 'sound')} moved to the trash, one kept`,
    before: 'Before',
    further: 'Further',
  },
}
