// Editing one sound: choosing it, its lanes, the two tools with their prices, and what came of them.
import { counted } from '../counting.ts'

/** What stands beside the name of the sound. */
interface Facts {
  /** In seconds. */
  readonly length: string
  /** Such as "48 kHz stereo". */
  readonly audio: string
  /** Empty where no model made it. */
  readonly model: string
  readonly seed: number | null
}

const bar = {
  beforeOrAfter: 'Before or after',
  before: 'Before',
  after: 'After',
  /** @param offset gain of the match in dB, or null */
  samePlayhead: (offset: string | null) =>
    `same playhead${offset === null ? '' : `, loudness matched ${offset} dB`}`,
  nothingSelected: 'Drag over the waveform to select',
  selection: 'Selection',
  clear: 'Clear',
  drawn: 'What is drawn',
  wave: 'Wave',
  both: 'Wave + spectrum',
}

const stage = {
  label: 'Waveform and spectrum',
  waveform: 'Waveform',
  waveformWith: (start: string, end: string) => `Waveform, ${start} to ${end} s selected`,
  spectrogram: 'Spectrogram',
  start: 'Start of the selection',
  end: 'End of the selection',
  locked: 'locked',
  least: (seconds: string) => `min ${seconds} s`,
  most: (seconds: string) => `max ${seconds} s`,
  append: 'Length to append',
  credits: (credits: number) => `+${counted(credits, 'credit')}`,
  appended: (seconds: string, variants: number) => `${seconds} s × ${counted(variants, 'variant')}`,
  undrawn: (reason: string) => `This file cannot be drawn or played here: ${reason}.`,
}

const board = {
  title: 'Variants',
  titleOf: { inpaint: 'Variants of the region', extend: 'Variants of the extension' },
  charged: (credits: number) => `charged ${counted(credits, 'credit')}`,
  earlier: 'Earlier',
  later: 'Later',
  which: (number: number, edits: number) => `edit ${number} of ${edits}`,
  blind: 'Blind',
  match: 'Match loudness',
  none: 'What is made stands here beside the source, which stays as it is.',

  before: 'Before',
  source: 'source',
  variant: (number: number) => `Variant ${number}`,
  verdicts: { kept: 'kept', rejected: 'rejected' },
  /** @param number 0 is the source */
  listen: (number: number) => (number === 0 ? 'Listen to before' : `Listen to variant ${number}`),
  level: (lufs: string) => `${lufs} LUFS`,
  hidden: 'blind',
  goOn: 'Edit',
  goOnTitle: 'Go on from this variant (Enter)',
  keep: (number: number) => `Keep variant ${number}`,
  reject: (number: number) => `Reject variant ${number}`,
  itsSource: 'Its source',
  blindVariant: (number: number) => `Variant ${number}, blind`,
  blindDetail: 'which one shows when blind ends',

  variants: (count: number) => counted(count, 'variant'),
  dismiss: 'Dismiss',
}

const panel = {
  label: 'Tools',
  model: 'Model',
  asking: 'Asking what can be edited…',
  noConnection: 'No connection is in use.',
  noEdits: (connection: string) => `${connection} does not edit sounds.`,
  chooseAnother: 'Choose another…',
  inpaint: {
    title: 'Repair the region',
    action: 'Repair',
    prompt: 'What the region should become',
    placeholder: 'as it sounds around it',
    without: 'Without, repair',
    variants: 'Variants of the repair',
    paid: 'the region alone is paid',
  },
  extend: {
    title: 'Extend the end',
    action: 'Extend',
    prompt: 'How it should go on',
    placeholder: 'as it sounds before',
    without: 'Without, extension',
    variants: 'Variants of the extension',
    paid: (length: string, variants: number) => `${length} × ${variants}, the source is free`,
  },
  withoutPlaceholder: 'not to be heard: wind, music…',
  region: 'Region',
  fit: 'Fit the region to the model’s limits',
  append: 'Append',
  newLength: 'New length',
  range: (from: string, to: string) => `of ${from} to ${to}`,
  variants: 'Variants',
  loop: 'Loop',
  seamless: 'seamless',
  seed: 'Seed',
  seedPlaceholder: 'service picks',
  seedOfSource: 'the source’s',
  quoting: 'quoting…',
  byPrice: 'by the model’s price',
  sound: 'Sound',
  loudness: 'Loudness',
  level: (lufs: string) => `${lufs} LUFS`,
  truePeak: 'True peak',
  peak: (db: string) => `${db} dBTP`,
  madeBy: 'Made by',
  imported: 'imported',
  file: 'File',
}

export const edit = {
  title: 'Edit',
  titleOf: (sound: string) => `Edit ${sound}`,
  reading: 'Reading the sound…',
  requestId: 'request id',
  facts: ({ length, audio, model, seed }: Facts) =>
    `${length} s · ${audio}${model === '' ? '' : ` · ${model}`}${seed === null ? '' : ` · seed ${seed}`}`,
  reveal: 'Reveal in folder',
  dragSelection: 'Drag selection',
  dragFile: 'Drag file',
  dragTitle: 'Drag into another app',
  export: 'Export',

  choosing: {
    title: 'Choose a sound to edit',
    /** A shortcut stands between the two. */
    before:
      'Here you repair a part of it, or lengthen it; the sound itself is never changed. A file that you drop here, or import, opens by itself; in the library',
    after: 'opens the selected sound here.',
  },
  /** Why a region cannot be repaired. Seconds as text. */
  problems: {
    noRegion: 'Drag over the waveform to choose what is made again.',
    soundTooShort: (first: string, least: string) =>
      `This sound is too short: after its first ${first} s at least ${least} s must be left to repair.`,
    beginsTooEarly: (first: string) =>
      `The first ${first} s cannot be made again: begin the region behind it.`,
    tooShort: (width: string, least: string) =>
      `The region has ${width} s, the model takes ${least} at least.`,
    tooLong: (width: string, most: string) => `The region has ${width} s, the model takes ${most} at most.`,
  },
  commands: {
    inpaint: 'Make the region again',
    extend: 'Extend the end',
    chooseInpaint: 'Repair the region',
    chooseExtend: 'Extend the end',
    beforeOrAfter: 'Before or after',
    showAll: 'Show the whole sound',
    goOn: 'Go on from this variant',
  },
  bar,
  stage,
  board,
  panel,
}
