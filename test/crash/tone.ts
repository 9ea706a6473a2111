// A short file of one tone, to be imported.

/** A tenth of a second, mono, 16 bit. */
export function tone(hz: number): Buffer {
  const rate = 44_100
  const frames = rate / 10
  const bytes = Buffer.alloc(44 + frames * 2)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(36 + frames * 2, 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(rate, 24)
  bytes.writeUInt32LE(rate * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(frames * 2, 40)
  for (let i = 0; i < frames; i++)
    bytes.writeInt16LE(Math.round(Math.sin((2 * Math.PI * hz * i) / rate) * 9_000), 44 + i * 2)
  return bytes
}
