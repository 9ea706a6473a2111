// Making sound from text: the row of the library and its controls, presets, several prompts at once.
import { counted } from '../counting.ts'

/** What a person keeps as a preset. */
interface Kept {
  /** "4 takes × 2.0 s". */
  readonly takes: string
  readonly seed: number | null
  readonly isLoop: boolean
  readonly hasPrompt: boolean
}

const batch = {
  title: 'Several prompts',
  about: (takes: number, length: string) =>
    `One prompt a line; or a table with a column “prompt”, and if you like duration, takes, seed, loop and without. What a line leaves out is as in the controls: ${counted(takes, 'take')} of ${length}.`,
  prompts: 'Prompts',
  placeholder: 'heavy oak door slams in a stone hall\nrain on a tin roof',
  file: 'A file with prompts',
  tooLarge: (fileName: string) => `${fileName} is larger than a list of prompts can be.`,
  rows: 'What will be made',
  most: (lines: number) => `The first ${lines} lines are read; send the rest afterwards.`,
  /** @param line undefined where it is no longer among those that can be sent */
  refused: (line: number | undefined, sentence: string, before: number) =>
    `Line ${line ?? ''}: ${sentence} ${counted(before, 'prompt')} before it ${before === 1 ? 'is' : 'are'} on the way.`,
  open: 'Open a CSV…',
  leftOut: (lines: number) => `${counted(lines, 'line')} left out.`,
  price: (credits: number) => `${counted(credits, 'credit')} by the model’s price`,
  stop: 'Stop here',
  allow: 'Allow once and go on',
  again: 'Try this line again',
  generate: (prompts: number) => `Generate ${counted(prompts, 'prompt')}`,
  sending: (number: number, all: number) => `Sending ${number} of ${all}`,
  onTheWay: (prompts: number) => `${counted(prompts, 'prompt')} on the way`,
  /** Why a line cannot be sent. Durations in seconds. */
  problems: {
    unreadable: (column: string, text: string) => `${column} “${text}” cannot be read.`,
    empty: 'The prompt is empty.',
    duration: (seconds: number, least: number, most: number) =>
      `The duration of ${seconds} s is outside of ${least} to ${most} s.`,
    takes: (takes: number, least: number, most: number) =>
      `The model makes ${least} to ${most} takes, not ${takes}.`,
    noLoops: 'The model makes no loops.',
  },
}

const presets = {
  title: 'Prompts and presets',
  placeholder: 'An earlier prompt, or a preset',
  none: 'Nothing was made or kept by these words.',
  presets: 'Presets',
  madeLately: 'Made lately',
  keepTitle: 'Keep as a preset',
  keeps: ({ takes, seed, isLoop, hasPrompt }: Kept) =>
    `Keeps ${takes}${seed === null ? '' : `, seed ${seed}`}${isLoop ? ', loop' : ''}${hasPrompt ? ', with the prompt' : ''}.`,
  name: 'Name of the preset',
  namePlaceholder: 'Name',
  remove: 'Remove',
  removeThis: (preset: string) => `Remove the preset ${preset}`,
  close: 'Close',
  replace: 'Replace',
  keep: 'Keep',
}

export const create = {
  row: {
    show: 'Show the controls',
    hide: 'Hide the controls',
    notMade: 'Not made yet',
    offer: (prompt: string) => `Generate “${prompt}”`,
    generate: 'Generate',
    quoting: 'quoting…',
    noPrice: 'no price now',
    asking: 'Asking what can be made…',
    noConnection: 'No connection is in use.',
    noText: (connection: string) => `${connection} makes no sound from text.`,
    chooseAnother: 'Choose another…',
    notUnderstood: 'Not understood.',
    atPrice: (takes: string, creditsPerSecond: number) => `${takes} at ${creditsPerSecond} credits a second.`,
    /** @param audio such as "48 kHz stereo" @param isStale the model does not answer now */
    limits: (audio: string, model: string, isStale: boolean) =>
      `${audio}, limits and formats as ${model} ${isStale ? 'stated them last' : 'states them'}`,
    requestId: 'request id',
  },
  poweredBy: {
    nobody: 'No connection is in use',
    lead: 'Powered by',
    leadBuiltIn: 'Powered by the',
    builtIn: 'built-in engine, procedural',
  },
  controls: {
    model: 'Model',
    duration: 'Duration',
    durationRange: (from: string, to: string) => `${from} to ${to} s`,
    takes: 'Takes',
    seed: 'Seed',
    seedPlaceholder: 'service picks',
    seedAbout: 'A whole number from 0 to 4294967295; empty lets the service pick.',
    seedLocked: 'Seed is locked: let the service pick',
    unlockSeed: 'Let the service pick',
    lockSeed: 'Lock a new seed',
    seedOfSelection: 'From selection',
    loop: 'Loop',
    off: 'Off',
    on: 'On',
    format: 'Format',
    more: 'More',
    presets: 'Presets…',
    presetsTitle: 'Earlier prompts and presets',
    several: 'Several…',
    severalTitle: 'Several prompts at once',
    without: 'Without',
    withoutAbout: 'what should not be heard, parted by commas',
  },
  /** Why words cannot be sent. */
  problems: {
    descriptionTooLong: (chars: number, most: number) =>
      `The description has ${chars} characters, the model takes ${most}.`,
    withoutTooLong: (chars: number, most: number) =>
      `“Without” has ${chars} characters, the model takes ${most}.`,
  },
  tryAgain: 'Try again',
  batch,
  presets,
}
