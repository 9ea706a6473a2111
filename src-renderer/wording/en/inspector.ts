// The inspector, part by part.
import { counted, grouped } from '../counting.ts'

/** "Drag 3 files", and what happens with them at the speed of the player. */
const drag = {
  title: 'Drag into another app, at the speed of the player',
  file: 'Drag file',
  many: (sounds: number) => `Drag ${counted(sounds, 'file')}`,
  selection: 'Drag selection',
  atSpeed: (what: string, speed: string) => `${what}, ${speed}`,
  rendering: (sounds: number, speed: string) =>
    `${counted(sounds, 'sound')} being rendered at ${speed}. Drag again when ready.`,
  ready: (sounds: number, speed: string) => `${counted(sounds, 'sound')} rendered at ${speed}. Drag again.`,
}

export const inspector = {
  title: 'Inspector',
  nothing: 'Select a sound to see its waveform, takes, request and family tree.',
  reading: 'Reading…',
  selected: (sounds: number) => `${counted(sounds, 'sound')} selected`,
  name: 'Name',
  drag,

  actions: {
    gone: 'The file is no longer where it was kept.',
    takeOut: 'Take it out of the library…',
    reveal: 'Reveal',
    copy: 'Copy file',
    export: 'Export…',
    transcribe: 'Transcribe',
    transcribeTitle: 'Notes, MIDI and a score of it',
    edit: 'Edit',
    editTitle: 'Repair a part, or lengthen it',
    copied: (files: number) => `${counted(files, 'file')} copied`,
    linkCopied: 'Link copied: it opens this sound in Foleyroom',
  },
  commands: {
    favourite: 'Make it a favourite',
    noFavourite: 'No longer a favourite',
    rename: 'Rename',
    keep: 'Keep this take',
    reject: 'Reject this take',
    edit: 'Edit: repair a part, lengthen',
    transcribe: 'Transcribe: notes, MIDI, a score',
    reveal: 'Reveal in folder',
    copy: 'Copy the file',
    copyLink: 'Copy link',
    export: 'Export…',
    collect: 'Put into a collection…',
    trash: 'Move to the trash…',
    noRating: 'No rating',
    rate: (stars: string) => `Rate ${stars}`,
    alike: 'Sounds like this',
    listen: (take: number) => `Listen to take ${take}`,
    blind: 'Compare takes blind',
    open: 'Compare takes openly',
  },
  trash: {
    title: (sounds: number) => `Move ${counted(sounds, 'sound')} to the trash?`,
    action: 'Move to trash',
    /** @param name of the one sound; null for several */
    text: (name: string | null) =>
      name === null
        ? 'They stay in the library’s trash until that is emptied, and can be restored from there; “Undo” brings them back, too.'
        : `“${name}” stays in the library’s trash until that is emptied, and can be restored from there; “Undo” brings it back, too.`,
    done: (sounds: number) => `${counted(sounds, 'sound')} moved to the trash`,
  },
  wave: {
    label: 'Waveform',
    region: (start: string, end: string) => `Waveform, region ${start} to ${end} s selected`,
    start: 'Start of the region',
    end: 'End of the region',
    clear: 'Clear',
  },
  takes: {
    title: 'Takes',
    matched: (lufs: string) => `matched, ${lufs} LUFS`,
    match: 'Match',
    blind: 'Blind',
    blindTake: (take: number) => `Take ${take}, blind`,
    blindDetail: 'which one shows when blind ends',
    compare: 'Compare takes',
    compareBlind: 'Compare takes blind',
    listen: (take: number, offset: string | null) =>
      `Listen to take ${take}${offset === null ? '' : `, ${offset} dB`}`,
    keep: (take: number) => `Keep take ${take}`,
    reject: (take: number) => `Reject take ${take}`,
  },
  request: {
    title: 'Request',
    again: 'Use these settings',
    model: 'Model',
    seed: 'Seed',
    quoted: 'Quoted',
    charged: 'Charged',
    credits: (credits: number) => counted(credits, 'credit'),
    madeBy: 'Made by',
    job: 'Job',
    jobId: 'job id',
    heardAs: 'Heard as',
    leftOut: 'Left out',
    unknown: 'Unknown',
    scene: 'Scene',
  },
  lineage: {
    title: 'Lineage',
    imported: 'Imported',
    generation: (takes: number) => `Generation, ${counted(takes, 'take')}`,
    take: (take: number) => `Take ${take}`,
    here: 'this sound',
    credits: (credits: number) => counted(credits, 'credit'),
  },
  alike: {
    title: 'Sounds like this',
    look: 'Look',
    none: 'Nothing in the library is like it.',
  },
  metadata: {
    title: 'Metadata',
    category: 'Category',
    file: 'File',
    missing: (file: string) => `${file} is missing`,
    size: 'Size',
    loudness: 'Loudness',
    level: (lufs: string, peak: string | null) =>
      peak === null ? `${lufs} LUFS` : `${lufs} LUFS, ${peak} dBTP`,
    note: 'Note',
    noNote: 'A note of your own',
  },
  tags: {
    remove: (tag: string, sounds: number) =>
      `Remove the tag ${tag}${sounds > 1 ? ` from ${counted(sounds, 'sound')}` : ''}`,
    add: (sounds: number) => (sounds > 1 ? `Add a tag to ${counted(sounds, 'sound')}` : 'Add a tag'),
    placeholder: (sounds: number) => (sounds > 1 ? `tag all ${grouped(sounds)}` : 'add a tag'),
    known: 'Tags of the library',
    rename: (tag: string) => `Rename the tag ${tag} everywhere`,
    renamed: (from: string, to: string, sounds: number) =>
      `${from} is ${to} now, on ${counted(sounds, 'sound')}`,
  },
  category: {
    /** The Universal Category System, as librarians call it. */
    label: 'UCS',
    of: (category: string, subcategory: string) => `${category}, ${subcategory}`,
    guessed: 'guessed',
    choose: 'Choose the UCS category…',
    chooseFor: (sounds: number) => `UCS category of ${counted(sounds, 'sound')}…`,
    title: 'UCS category',
    guess: (catId: string) => `As guessed: ${catId}`,
    guessEach: 'As guessed for each',
    none: 'No category of the Universal Category System is called so.',
    done: (sounds: number, catId: string) => `${counted(sounds, 'sound')} categorised as ${catId}`,
  },
}
