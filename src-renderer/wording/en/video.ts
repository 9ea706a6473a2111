// The video view: the clip and its picture, what is to be heard, tracks, the way out.
import { counted } from '../counting.ts'

/** What it takes to say why a selection cannot be sent. Lengths in seconds, as text. */
interface TooLong {
  readonly length: string
  readonly most: string
}

export const video = {
  title: 'Video',
  titleOf: (clip: string) => `Video ${clip}`,

  choosing: {
    choose: 'Choose a clip…',
    another: 'Another clip…',
    chooseAnother: 'Choose another clip…',
    drop: 'Drop the clip',
    lead: 'Drop a clip to make its sound',
    more: 'MP4, MOV or WebM. You get one mix in sync, or every sound of the picture on a track of its own, and hand both to your edit. The clip itself is never changed.',
    before: 'Worked on before',
    at: (host: string) => `at ${host}`,
    unusable: 'This clip cannot be used',
    nothingSent: 'Nothing was sent or charged.',
  },
  address: {
    label: 'Address of a clip',
    placeholder: 'https://… paste the address of a clip',
    use: 'Use this address',
    about:
      'The service reads it there, nothing is uploaded. It has to be public; a link that is signed for a while will do.',
  },
  unseen: {
    title: 'The picture cannot be shown here',
    more: 'The service reads the address itself when you find sounds or generate, and says so where it cannot. What it makes plays here, on the clip’s time, without the picture.',
    length: 'Length of the clip',
    lengthPlaceholder: 'such as 1:05',
    lengthMissing: 'Say how long the clip is: the app cannot see it.',
    note: 'not seen here',
  },
  facts: {
    size: (width: number, height: number) => `${width} × ${height}`,
    rate: (framesPerSecond: number) => `${Number(framesPerSecond.toFixed(3))} fps`,
    withSound: 'with sound',
    silent: 'silent',
  },

  picture: {
    title: 'Picture',
    notDecoded: 'no frames in this codec',
    notPlayed: 'This picture is in a codec that is not played here. Its sound can be made all the same.',
    frame: (number: number) => `frame ${number}`,
    position: 'Position in the clip',
    ceiling: (seconds: number, keepsSpeech: boolean) =>
      `${seconds} s ceiling${keepsSpeech ? ', speech kept' : ''}`,
    play: 'Play the picture',
    pause: 'Pause the picture',
    in: 'In',
    inPoint: 'In point',
    inHere: 'Begin at the playhead',
    inFixed: 'Stems begin at the first frame',
    out: 'Out',
    outPoint: 'Out point',
    outHere: 'End at the playhead',
    length: 'Length of the selection',
    selected: 'Selected: ',
    frameBack: 'One frame back',
    frameOn: 'One frame on',
    backShort: '−1 f',
    onShort: '+1 f',
    transport: 'picture and its sounds',
  },

  wish: {
    label: 'New sound',
    title: 'New sound for the selection',
    asking: 'Asking what can be made for a picture…',
    noConnection: 'No connection is in use.',
    notMade: (connection: string) => `${connection} makes no sound for pictures here.`,
    otherConnection: 'Choose another connection…',
    stemsFollow: 'Separated stems follow the picture alone: no prompt, no seed, from the first frame.',
    prompt: 'What should be heard',
    promptPlaceholder: 'What should be heard? The picture alone is enough.',
    negative: 'What should not be heard',
    negativePlaceholder: 'Not: music, voices…',
    mayBeIgnored: 'may be ignored',
    made: 'What is made',
    variants: 'Variants',
    variantsRange: (from: number, to: number) => `Variants ${from}–${to}`,
    seed: 'Seed',
    seedPlaceholder: 'service picks',
    ways: {
      mix: { title: 'One mix', says: 'everything heard in the picture, one file' },
      speech: { title: 'Mix, speech kept', says: 'mix, effects and clean speech, three files' },
      stems: { title: 'Separated stems', says: 'from the first frame, no prompt or seed' },
    },
    upTo: (price: string) => `up to ${price}`,
    quoting: 'quoting…',
    findFirst: 'find sounds first',
    nothingFound: 'Nothing was found in the picture that could be a sound of its own. One mix may still fit.',
    lookedAtFirst:
      'The picture is looked at first: that costs nothing, and what is found can be seen before it is made.',
    looking: 'Looking…',
    find: 'Find sounds',
    generate: 'Generate',
    spend: (credits: number) => `Spend ${counted(credits, 'credit')} all the same`,
    openAccount: 'Open the account',
    requestId: 'request id',
  },
  finding: {
    upload: 'Upload of the clip',
    uploading: (done: string, whole: string, percent: string) =>
      `Uploading the clip: ${done} of ${whole}, ${percent}`,
    looking: 'Looking for sounds in the picture. Nothing is charged.',
    cancel: 'Cancel',
  },
  problems: {
    noSpeech: 'This clip has no sound of its own, so there is no speech to keep: choose a recording of it.',
    tooShort: (length: string, least: string) =>
      `The selection is ${length} s long; this model makes ${least} s at least.`,
    tooLong: ({ length, most }: TooLong, keepsSpeech: boolean) =>
      `The selection is ${length} s long; this model makes ${most} s at most${keepsSpeech ? ' with speech kept' : ''}.`,
    stemsTooLong: ({ length, most }: TooLong) =>
      `Stems begin at the first frame: up to the out point that is ${length} s, and this model makes ${most} s at most.`,
    promptTooLong: (characters: number, most: number) =>
      `The prompt has ${characters} characters; this model reads ${most}.`,
  },
  speech: {
    from: 'Speech from',
    clip: 'the clip',
    title: 'Where is the speech?',
    about:
      'A recording beside the clip, from the clip’s first frame on. In and out select the same stretch of both.',
    useClip: 'Use the clip’s own sound',
  },

  tracks: {
    title: 'Tracks',
    plan: 'Plan',
    aligned: 'Aligned to the picture',
    planned: (count: number, left: string) =>
      `${counted(count, 'sound')} found, nothing charged yet · plan good for ${left}`,
    found: (count: number) => `${counted(count, 'sound')} found`,
    left: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
    empty: 'What is made for this clip stands here, each sound where it belongs.',
    which: 'Which result',
    result: (kind: 'stems' | 'speech' | 'mix', when: string) =>
      `${{ stems: 'Stems', speech: 'Speech kept', mix: 'Mix' }[kind]}, ${when}`,
    span: (seconds: string) => `${seconds} s`,
    showAll: 'Show the whole clip',
    noSpeechFound: 'no speech found',
    made: (made: number, all: number) => `${made} of ${all} made`,
    charged: (credits: number) => `charged ${counted(credits, 'credit')}`,
    cancel: 'Cancel',
    stopWaiting: 'Stop waiting',
    decide: 'Decide in Activity',
    unplayable: (reason: string) => `A sound cannot be played: ${reason}`,
    drag: (count: number) => (count > 1 ? `Drag ${counted(count, 'stem')}` : 'Drag sound'),
    dragTitle: 'Drag the sounds into another app; their files know where they belong',
  },
  track: {
    clipSound: 'Clip sound',
    asItCame: 'as it came',
    notDrawn: 'at its address, not drawn',
    muteClip: 'Mute the clip’s own sound',
    mute: (label: string) => `Mute ${label}`,
    solo: (label: string) => `Solo ${label}`,
    muteShort: 'M',
    soloShort: 'S',
    gain: (label: string) => `Gain of ${label}`,
    take: (label: string) => `Take of ${label}`,
    credits: (credits: number) => counted(credits, 'credit'),
    from: (start: string, end: string) => `${start} to ${end}`,
    planned: (span: string) => `planned ${span}`,
    beingMade: 'being made',
    notMade: 'not made',
    noAudio: 'No audio',
    noAudioCharged: 'No audio, charged with the job',
  },
  exports: {
    label: 'Export',
    choose: 'Export…',
    stems: 'Aligned stems, full length',
    mix: 'The mix as heard',
    clip: 'Clip with its new sound',
    'edit-list': 'Sounds with XML, OTIO and EDL',
    'edit-list-drop': 'Sounds with XML, OTIO and EDL, drop frame',
    written: (files: number, folder: string) => `${counted(files, 'file')} written into ${folder}`,
  },
  commands: {
    generate: 'Make sound for the clip',
    stems: 'Export aligned stems…',
    clip: 'Export the clip with its new sound…',
    mix: 'Export the mix as heard…',
    editList: 'Export sounds with XML, OTIO and EDL…',
  },
}
