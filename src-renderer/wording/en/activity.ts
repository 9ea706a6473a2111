// Activity: what runs, waits, failed and needs a decision; what it took.
import { counted } from '../counting.ts'

const creditsOf = (credits: number): string => counted(credits, 'credit')

export const activity = {
  title: 'Activity',
  chargedSoFar: (credits: number) => `${creditsOf(credits)} charged`,
  groups: {
    unknown: 'Needs a decision',
    running: 'Running',
    waiting: 'Waiting',
    failed: 'Failed',
    done: 'Done today',
  },
  /** In the line above all groups: "4 running, 2 failed". */
  counts: {
    unknown: 'to decide',
    running: 'running',
    waiting: 'waiting',
    failed: 'failed',
    done: 'done today',
  },
  nothing: 'nothing in flight',
  nothingTitle: 'Nothing in flight',
  nothingText: {
    before: 'What you generate runs here, and goes on when the window is closed. Describe a sound in the',
    library: 'Library',
    after: 'to begin.',
  },
  unreadable: 'Activity cannot be read',
  readAgain: 'Read it again',
  families: {
    'text-to-sfx': 'text',
    'video-to-sfx': 'video',
    'audio-to-midi': 'MIDI',
    extend: 'extend',
    inpaint: 'repair',
  },

  drop: 'Drop',
  stopWaiting: 'Stop waiting',
  stopWaitingAccepted: 'The service goes on: what it finishes within a day is fetched all the same',
  stopWaitingSent:
    'It may have been taken: nothing asks for it any more, and what was made of it cannot be fetched',
  show: 'Show',
  dismiss: 'Dismiss',
  requestId: 'request id',

  decision: {
    title: 'Sent, fate unknown',
    sendAgain: (upTo: string | null) => `Send again${upTo === null ? '' : `, up to ${upTo} more`}`,
    look: 'Keep watching, look now',
    found: (jobs: number) => `${counted(jobs, 'job')} found again`,
    nothingNew: 'The service still tells nothing new',
    letGo: 'Let it go',
    copy: 'Copy evidence',
    copied: 'Evidence copied',
  },
  evidence: {
    written: 'Request written',
    bytes: (bytes: string, jobId: string | null) =>
      `${bytes} bytes${jobId === null ? '; no job was named' : `; job ${jobId}`}`,
    quote: 'Quote',
    quoted: creditsOf,
    notMetered: 'nothing is metered here',
    connection: 'Connection',
    balance: 'Balance',
    notHeardSince: (before: string) => `${before} before; not heard since`,
    /** `others`: charged meanwhile to other jobs of the person, or null. */
    balances: (before: string, after: string, others: string | null, verdict: string) =>
      `${before} before and ${after} after${others === null ? '' : `, ${others} of it for other jobs of yours`}: ${verdict}`,
    nothingCharged: 'nothing charged for this so far',
    unexplained: (credits: string) => `${credits} less than can be explained`,
    /** To be sent to whoever runs the service. */
    lines: (known: {
      readonly label: string
      readonly family: string
      readonly id: string
      /** ISO 8601. */
      readonly sentAt: string | null
      readonly bytes: number
      readonly idempotencyKey: string | null
      readonly jobId: string | null
      readonly requestId: string | null
      readonly quoted: number | null
      readonly before: number | null
      readonly after: number | null
    }): readonly string[] => [
      `${known.label} (${known.family}), ${known.id}`,
      `sent ${known.sentAt ?? 'at an unknown time'}, ${known.bytes} bytes`,
      `idempotency key ${known.idempotencyKey ?? 'none'}, job ${known.jobId ?? 'none'}, request ${known.requestId ?? 'unknown'}`,
      `quoted ${known.quoted ?? 'nothing'}, balance ${known.before ?? 'unknown'} before, ${known.after ?? 'unknown'} after`,
    ],
  },

  money: {
    panel: 'Credits',
    spentToday: (credits: number) => `${credits === 1 ? 'credit' : 'credits'} spent today`,
    bar: (charged: string, reserved: string, bound: string) =>
      `${charged} spent and ${reserved} reserved of ${bound} credits`,
    reserved: (credits: string) => `${credits} more reserved by jobs`,
    ofBound: (bound: string) => `of ${bound}`,
    neverAsks: 'Never asks for its price',
    asksBefore: (bounds: readonly string[]) => `Asks before ${bounds.join(' or ')}`,
    aDay: (credits: string) => `${credits} a day`,
    anAction: (credits: string) => `${credits} an action`,
    change: 'Change',
    done: 'Done',
    dayBound: 'A day',
    dayBoundField: 'Ask above so many credits a day',
    actionBound: 'An action',
    actionBoundField: 'Ask above so many credits an action',
    noBound: 'never asks',
    byDay: 'By day',
    daysShown: 'Days shown',
    days: (count: number) => (count === 14 ? '14 days' : String(count)),
    chart: (credits: number, days: number) => `${creditsOf(credits)} charged in ${days} days`,
    dayBar: (day: string, credits: number) => `${day}: ${creditsOf(credits)}`,
    kinds: { sound: 'sound', video: 'video', midi: 'MIDI' },
    today: 'today',
    todayTitle: 'Today',
    by: 'By',
    ledgerBy: 'Ledger by',
    groups: { day: 'Day', model: 'Model', family: 'Family' },
    exportCsv: 'Export CSV',
    written: (fileName: string) => `${fileName} written`,
    columns: { charge: 'Charge', kind: 'Kind', sounds: 'Sounds', quoted: 'Quoted', charged: 'Charged' },
    namedByTheAnswer: 'named by the answer',
    nothingCharged: 'Nothing was charged in this time. The built-in engine costs nothing.',
    charges: (count: number) => counted(count, 'charge'),
    months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
    date: (date: number, month: string) => `${date} ${month}`,
  },
}
