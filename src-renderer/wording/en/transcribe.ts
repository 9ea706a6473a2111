// The transcribe view: the recording and its instruments, what is wished for, what came of it, the roll, the parts, the score.
import { counted } from '../counting.ts'

const partsOf = (parts: number): string => counted(parts, 'part')
/** "412 notes in 3 parts". */
const notesOf = (notes: number, parts: number): string => `${counted(notes, 'note')} in ${partsOf(parts)}`

export const transcribe = {
  title: 'Transcribe',
  titleOf: (recording: string) => `Transcribe ${recording}`,
  reading: 'Reading the sound…',
  parts: partsOf,
  transcribedAt: (time: string) => `transcribed ${time}`,
  gone: 'The file is no longer where it was kept.',
  requestId: 'request id',

  choosing: {
    title: 'Choose a recording to transcribe',
    /** The key that opens the selected sound stands between. */
    text: {
      before:
        'You get its notes as MIDI, a score to read, and every part by itself. A file that you drop here, or import, opens by itself; in the library',
      after: 'opens the selected sound here.',
    },
    importFiles: 'Import files…',
    recordings: 'Recordings',
    placeholder: 'Search the library…',
    reading: 'Reading the library…',
    empty: 'The library is empty so far.',
    nothing: (searched: string) => `Nothing is called “${searched}”.`,
    missing: 'file missing',
  },

  source: { title: 'Recording', replace: 'Replace' },
  instruments: {
    title: 'Instruments',
    freeLeft: 'free detections left:',
    about:
      'Listening first tells which instruments are there, and makes the notes better. It is free for ten recordings a day, and when the recording is then transcribed.',
    listening: {
      upload: 'Upload of the recording',
      uploading: (done: string, whole: string, percent: string) =>
        `Uploading the recording: ${done} of ${whole}, ${percent}`,
      looking: 'Listening for instruments…',
      cancel: 'Cancel',
    },
    listenForCredits: 'Listen, for up to 50 credits',
    listen: 'Listen for instruments',
    agreement: 'Listens that agree',
    none: 'No instrument was told apart. The notes are found all the same.',
    notProbability: 'Agreement between listens, not a probability.',
    charged: (credits: number) =>
      `Charged ${counted(credits, 'credit')}, taken off the first transcription that uses it.`,
    notTicked: (names: readonly string[]) =>
      `${names.join(', ')} ${names.length === 1 ? 'was' : 'were'} heard and ${names.length === 1 ? 'is' : 'are'} not ticked: a list that is not whole is worse than none.`,
    asRecommended: 'As recommended',
    name: 'Name an instrument…',
    named: 'Named by you, not heard',
  },
  options: {
    timing: 'Timing',
    timings: { performance: 'As played', quantized: 'Quantized' },
    subdivision: 'Subdivision',
    subdivisions: {
      automatic: 'Automatic',
      automaticNote: 'triplets only where they fit',
      straightSixteenths: 'Straight 16ths',
      eighthTriplets: '8th triplets',
      sixteenthTriplets: '16th triplets',
      swingEighths: 'Swing 8ths',
    },
    meter: 'Meter',
    meterDetected: 'Detected',
    meterDetectedNote: 'in quarters',
    tempo: 'Tempo',
    tempi: { taken: 'As played', fixed: 'Fixed' },
    bpm: 'BPM',
    bpmPlaceholder: 'detected',
    page: 'Page',
    pages: { a4: 'A4', letter: 'Letter' },
    scorePdfs: 'Score PDFs',
    scorePdfsText: 'score, parts, one ZIP',
    readable: 'Readable',
    readableWithPdfs: 'comes with the PDFs',
    readableText: 'easier to read, MusicXML only',
  },

  result: {
    title: 'Result',
    which: 'Which result',
    progress: 'Transcribing',
    notes: 'Notes',
    noNotes: 'none: nothing that has a pitch was heard',
    count: notesOf,
    meter: 'Meter',
    noMeter: 'none found',
    atTempo: (meter: string, bpm: string | null) => (bpm === null ? meter : `${meter} at ${bpm}`),
    countAs: 'Or count it',
    countAsTitle: 'Half or twice as fast, at a tempo that does not change, when it is transcribed again',
    /** @param count beats a minute */
    bpm: (count: number) => `at ${count}`,
    countedAgain: 'when you press Again',
    timing: 'Timing',
    /** What was applied, and why it is not what was wished for, by the service's reason. */
    timings: { quantized: 'quantized', performance: 'as played' },
    fallbacks: {
      no_beats: 'no beat was found',
      too_few_notes: 'too few notes to find a beat',
      unsteady_beats: 'the beat is not steady',
      uncertain_beats: 'the beat cannot be told for sure',
      onsets_off_grid: 'the notes do not lie on a beat',
    },
    score: 'Score',
    readableScore: 'readable version',
    standardScore: 'standard version',
    charged: 'Charged',
    credits: (credits: number) => counted(credits, 'credit'),
    cancel: 'Cancel',
    stopWaiting: 'Stop waiting',
    fateUnknown: 'Sent, fate unknown.',
    decide: 'Decide in Activity',
  },
  pay: {
    quoting: 'quoting…',
    run: 'Transcribe',
    again: 'Again',
    underway: 'It is being transcribed in just this way already. Change an option for another way.',
    spend: (credits: number) => `Spend ${counted(credits, 'credit')} all the same`,
  },

  notes: {
    title: 'Notes',
    none: 'No notes yet',
    /** The key that transcribes stands between. */
    noneText: {
      before: 'Listen for instruments first, then press',
      after: ': the notes come in while the recording is heard.',
    },
    nothingHeard: 'Nothing that has a pitch or a beat was heard in this recording.',
    noneCame: 'No notes came back',
    noneCameText: 'What happened stands at the left, under Result.',
  },
  bar: {
    alone: 'Notes alone',
    heard: 'What is heard',
    /** @param offset gain of the match in dB, or null */
    source: (offset: string | null) => `Source${offset === null ? '' : ` ${offset}`}`,
    midi: (offset: string | null) => `MIDI${offset === null ? '' : ` ${offset}`}`,
    match: 'Match',
    click: 'Click',
    tempo: 'Tempo of playing',
    tempoHint: 'Notes keep their pitch at any tempo; the source sounds lower or higher with it',
    /** @param stretch as "3–6" or "1.0–2.5 s"; null loops everything */
    loop: (stretch: string | null) => `Loop ${stretch ?? 'all'}`,
    clear: 'Clear the selected stretch',
    snap: 'Edges snap to',
    snaps: { eighth: 'Snap 1/8', sixteenth: 'Snap 1/16', off: 'No snap' },
    bars: (bars: number) => counted(bars, 'bar'),
    showAll: 'Show all of it',
  },
  roll: {
    title: (notes: number, parts: number) => `Piano roll, ${notesOf(notes, parts)}`,
    /** Pitch of a note that has one; start and length in seconds, as text. */
    note: (note: {
      readonly pitch: string | null
      readonly instrument: string
      readonly start: string
      readonly length: string
      readonly velocity: number
    }) =>
      `${note.pitch === null ? '' : `${note.pitch}, `}${note.instrument}, at ${note.start} s for ${note.length} s, velocity ${note.velocity}`,
    tempo: 'Tempo',
    velocity: 'Vel',
    drums: { kick: 'Kick', snare: 'Snare', tom: 'Tom', hat: 'Hat', cymbal: 'Cymbal' },
  },

  side: {
    label: 'Parts and score',
    title: 'Parts',
    notes: 'notes',
    none: 'The parts stand here once notes are there.',
    mute: (part: string) => `Mute ${part}`,
    muteShort: 'M',
    solo: (part: string) => `Solo ${part}`,
    soloShort: 'S',
  },
  score: {
    title: 'Score',
    page: (page: number, pages: number) => `${page} of ${pages}`,
    picture: (page: number, pages: number) => `Score, page ${page} of ${pages}`,
    before: 'Page before',
    next: 'Next page',
    which: 'Which score',
    large: 'Read the score large',
    small: 'Back to the roll',
    full: 'Full',
    part: 'Part',
    engraving: 'Engraving…',
    none: 'The score stands here once it is engraved.',
  },
  exports: {
    title: 'Export',
    drag: 'Drag MIDI',
    midi: 'MIDI',
    musicXml: 'MusicXML',
    pdfs: (files: number) => counted(files, 'PDF'),
    zip: 'ZIP',
    all: 'Export all…',
    json: 'JSON…',
    csv: 'CSV…',
    copy: 'Copy MIDI file',
    onClipboard: 'MIDI file on the clipboard: paste it into a folder or a DAW',
    reveal: 'Reveal in folder',
    written: (fileName: string, folder: string) => `${fileName} written into ${folder}`,
    copied: (files: number, folder: string) => `${counted(files, 'file')} copied into ${folder}`,
    dragTitle: 'Drag into another app, or press to copy into a folder',
  },

  /** MIDI files that were opened. */
  midi: {
    title: 'MIDI file',
    list: 'MIDI files',
    file: 'File',
    parts: 'Parts',
    kind: 'MIDI',
    reading: 'Reading the MIDI file…',
    open: 'Open MIDI files…',
    notes: (notes: number) => counted(notes, 'note'),
    all: (files: number) => `All ${files}`,
    newer: 'Newer',
    older: 'Older',
    another: 'Choose another',
    about:
      'Opened as a MIDI file. There is no recording beside it to compare with, and no score: scores are made when a recording is transcribed.',
    copyLink: 'Copy link',
    copied: 'Link copied: it opens this MIDI file in Foleyroom',
    remove: 'Remove from the library…',
    removeTitle: (name: string) => `Remove “${name}” from the library?`,
    removeText:
      'Its copy in the library’s folder and the files of its parts go to the system’s trash. The file that was opened stays where it is.',
    removeAction: 'Remove',
    removed: (name: string) => `“${name}” is in the system’s trash now`,
  },

  commands: {
    run: 'Transcribe',
    listen: 'Listen for instruments',
    hearSource: 'Hear the source',
    hearNotes: 'Hear the notes',
    click: 'Click on the beat',
    noClick: 'No click',
    nextNote: 'Next note',
    noteBefore: 'Note before',
    nextPart: 'Next part',
    partBefore: 'Part before',
    mutePart: 'Mute the chosen part',
    soloPart: 'Solo the chosen part',
  },
}
