// The two icon files of Windows and macOS, made of PNG pictures. Sources: Microsoft's "Icons" (ICONDIR), Apple's "icns" types.

/** Windows shows these; 256 is the largest that an ICO can name. */
const ICO_SIZES = [16, 24, 32, 48, 64, 128, 256]
/** Type by pixel size, once for 1x and once for the 2x of half that size. */
const ICNS_TYPES = /** @type {const} */ ([
  ['icp4', 16],
  ['ic11', 32],
  ['icp5', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
])

/** @param {ReadonlyMap<number, Buffer>} pictures PNG by its size in pixels @returns {Buffer} */
export function icoOf(pictures) {
  const images = ICO_SIZES.map((size) => ({ size, png: pictureOf(pictures, size) }))
  const head = Buffer.alloc(6)
  head.writeUInt16LE(1, 2) // an icon, not a cursor
  head.writeUInt16LE(images.length, 4)
  let offset = 6 + 16 * images.length
  const entries = images.map(({ size, png }) => {
    const entry = Buffer.alloc(16)
    entry.writeUInt8(size % 256, 0) // 256 is written as 0
    entry.writeUInt8(size % 256, 1)
    entry.writeUInt16LE(1, 4) // planes
    entry.writeUInt16LE(32, 6) // bits a pixel
    entry.writeUInt32LE(png.length, 8)
    entry.writeUInt32LE(offset, 12)
    offset += png.length
    return entry
  })
  return Buffer.concat([head, ...entries, ...images.map(({ png }) => png)])
}

/** @param {ReadonlyMap<number, Buffer>} pictures PNG by its size in pixels @returns {Buffer} */
export function icnsOf(pictures) {
  const chunks = ICNS_TYPES.map(([type, size]) => icnsChunk(type, pictureOf(pictures, size)))
  return icnsChunk('icns', Buffer.concat(chunks))
}

/** @param {string} type @param {Buffer} content */
function icnsChunk(type, content) {
  const head = Buffer.alloc(8)
  head.write(type, 0, 'latin1')
  head.writeUInt32BE(content.length + 8, 4)
  return Buffer.concat([head, content])
}

/** @param {ReadonlyMap<number, Buffer>} pictures @param {number} size */
function pictureOf(pictures, size) {
  const png = pictures.get(size)
  if (png === undefined) throw new Error(`there is no picture of ${size} pixels`)
  return png
}
