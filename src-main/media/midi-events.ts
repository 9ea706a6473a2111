// The events of a MIDI file that say what sounds and when, of all tracks in one order; and how such events are written again.

export interface MidiEvent {
  readonly tick: number
  readonly track: number
  /** 0x80..0xef, or 0xff for a meta event. */
  readonly status: number
  /** Of a meta event: one of `TEMPO`, `METER`, `KEY`. */
  readonly meta: number
  readonly data: Uint8Array
}
export interface MidiEvents {
  /** By time; of one time in the order of the file. */
  readonly events: readonly MidiEvent[]
  /** Where the last track ends, behind its last event or later. */
  readonly endTick: number
}

/** Meta events that are kept. Source: SMF 1.0, "Meta-Events". */
export const TEMPO = 0x51
export const METER = 0x58
export const KEY = 0x59

export const EVENTS_MAX = 500_000
/** The largest step that a track can write (SMF 1.0, "Conventions"). */
const TICKS_MAX = 0x0fffffff

/** "MTrk" */
const TRACK_TAG = 0x4d54726b

/** Null where there are more than `EVENTS_MAX`, or times that no track can hold. @param bytes passed `checkMidi`: nothing in them runs over an end */
export function readMidiEvents(bytes: Uint8Array): MidiEvents | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const events: MidiEvent[] = []
  let [track, endTick] = [0, 0]
  for (let at = 8 + view.getUint32(4); at + 8 <= bytes.length; at += 8 + view.getUint32(at + 4)) {
    if (view.getUint32(at) !== TRACK_TAG) continue
    const trackEnd = walk(bytes.subarray(at + 8, at + 8 + view.getUint32(at + 4)), track, events)
    if (trackEnd === null) return null
    endTick = Math.max(endTick, trackEnd)
    track += 1
  }
  return { events: events.sort((a, b) => a.tick - b.tick), endTick }
}

/** @returns the tick at which the track ends; null beyond the bounds */
function walk(bytes: Uint8Array, track: number, events: MidiEvent[]): number | null {
  let [at, tick, running] = [0, 0, 0]
  const variableLength = (): number => {
    let value = 0
    for (;;) {
      const byte = bytes[at++] ?? 0
      value = value * 128 + (byte & 0x7f)
      if (byte < 0x80) return value
    }
  }
  while (at < bytes.length) {
    tick += variableLength()
    if (tick > TICKS_MAX || events.length >= EVENTS_MAX) return null
    let status = bytes[at] ?? 0
    if (status < 0x80) status = running
    else at += 1
    if (status < 0xf0) {
      running = status
      const size = status >> 4 === 0xc || status >> 4 === 0xd ? 1 : 2
      events.push({ tick, track, status, meta: 0, data: bytes.subarray(at, at + size) })
      at += size
      continue
    }
    running = 0
    const meta = status === 0xff ? (bytes[at++] ?? 0) : 0
    const size = variableLength()
    if (meta === TEMPO || meta === METER || meta === KEY)
      events.push({ tick, track, status: 0xff, meta, data: bytes.subarray(at, at + size) })
    at += size
  }
  return tick
}

export const isNoteOn = ({ status, data }: MidiEvent): boolean => status >> 4 === 9 && (data[1] ?? 0) > 0
export const isNoteOff = ({ status, data }: MidiEvent): boolean =>
  status >> 4 === 8 || (status >> 4 === 9 && data[1] === 0)

/** What waits for the end of its note: a pitch on a channel of a track. First in, first out. */
export class OpenNotes<T> {
  readonly #queues = new Map<number, { readonly items: T[]; next: number }>()
  begin(event: MidiEvent, item: T): void {
    const key = keyOf(event)
    const queue = this.#queues.get(key) ?? { items: [], next: 0 }
    queue.items.push(item)
    this.#queues.set(key, queue)
  }
  /** Undefined for an end that fits no beginning. */
  end(event: MidiEvent): T | undefined {
    const queue = this.#queues.get(keyOf(event))
    return queue?.items[queue.next++]
  }
}
const keyOf = ({ track, status, data }: MidiEvent): number =>
  (track * 16 + (status & 0xf)) * 128 + (data[0] ?? 0)

/** A track of a file, with its head and its end. @param events by time, of any tracks */
export function writeMidiTrack(events: readonly MidiEvent[]): Uint8Array {
  const body: number[] = []
  let tick = 0
  for (const event of events) {
    body.push(...variableLengthOf(event.tick - tick), event.status)
    if (event.status === 0xff) body.push(event.meta, ...variableLengthOf(event.data.length))
    for (const byte of event.data) body.push(byte)
    tick = event.tick
  }
  body.push(0, 0xff, 0x2f, 0)
  const head = Buffer.from('MTrk\0\0\0\0', 'latin1')
  head.writeUInt32BE(body.length, 4)
  return Buffer.concat([head, Buffer.from(body)])
}

function variableLengthOf(value: number): number[] {
  const bytes = [value & 0x7f]
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80)
  return bytes
}
