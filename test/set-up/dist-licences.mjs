// Which licences may be shipped, and what is known of code inside packages that their own package.json does not tell.

const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0', // by file: their files are shipped unchanged, their source is named
  'OFL-1.1', // fonts: with any program, and in any document, under their own name and licence
  'Python-2.0',
  'Unlicense',
  'Zlib',
])
/** Allowed only for packages that stand as files of their own beside the app's code, so that a person can replace them. */
const REPLACEABLE = new Set([
  'LGPL-2.0-or-later',
  'LGPL-2.1',
  'LGPL-2.1-or-later',
  'LGPL-3.0',
  'LGPL-3.0-or-later',
])

/** Libraries compiled into a package's WebAssembly or native part. */
export const COMPILED_IN =
  /** @type {Readonly<Record<string, readonly { readonly what: string, readonly licence: string, readonly source: string }[]>>} */ ({
    '@mediabunny/aac-encoder': [
      {
        what: 'FFmpeg’s AAC encoder (libavcodec)',
        licence: 'LGPL-2.1-or-later',
        source: 'https://ffmpeg.org',
      },
    ],
    '@audio/decode-opus': [{ what: 'libopus', licence: 'BSD-3-Clause', source: 'https://opus-codec.org' }],
    '@shiguredo/rnnoise-wasm': [
      {
        what: 'RNNoise and its weights',
        licence: 'BSD-3-Clause',
        source: 'https://gitlab.xiph.org/xiph/rnnoise',
      },
    ],
    '@tensorflow/tfjs-backend-wasm': [
      {
        what: 'XNNPACK, pthreadpool, cpuinfo, FP16',
        licence: 'BSD-3-Clause, BSD-2-Clause, MIT',
        source: 'https://github.com/google/XNNPACK',
      },
    ],
    '@wasm-audio-decoders/ogg-vorbis': [
      { what: 'libvorbis, libogg', licence: 'BSD-3-Clause', source: 'https://xiph.org' },
    ],
    'better-sqlite3': [{ what: 'SQLite', licence: 'Public domain', source: 'https://sqlite.org' }],
    libflacjs: [{ what: 'libFLAC, libogg', licence: 'BSD-3-Clause', source: 'https://xiph.org/flac' }],
    'mpg123-decoder': [{ what: 'mpg123', licence: 'LGPL-2.1', source: 'https://mpg123.de' }],
    'node-web-audio-api': [
      {
        what: 'web-audio-api-rs and its crates',
        licence: 'BSD-3-Clause, MIT, Apache-2.0, MPL-2.0 (Symphonia)',
        source: 'https://github.com/ircam-ismm/node-web-audio-api',
      },
    ],
    pdfkit: [
      { what: 'metrics of Adobe’s core 14 fonts', licence: 'APAFML', source: 'https://adobe.com' },
      { what: 'sRGB colour profile', licence: 'as the profile itself says', source: 'https://color.org' },
    ],
    verovio: [
      {
        what: 'the music fonts Leipzig, Bravura, Gootville, Leland and Petaluma',
        licence: 'OFL-1.1',
        source: 'https://github.com/rism-digital/verovio/tree/develop/fonts',
      },
      {
        what: 'pugixml, jsonxx, midifile, zip_file',
        licence: 'MIT, BSD-2-Clause, public domain',
        source: 'https://github.com/rism-digital/verovio',
      },
    ],
    'wasm-media-encoders': [
      { what: 'LAME', licence: 'LGPL-2.0-or-later', source: 'https://lame.sourceforge.io' },
      { what: 'libvorbis, libogg', licence: 'BSD-3-Clause', source: 'https://xiph.org' },
    ],
  })

/** Packages that are, or hold, a library under the LGPL: unpacked beside the asar, where integrity checks do not freeze them. */
export const KEPT_APART = [
  '@mediabunny/aac-encoder',
  'codec-parser',
  'mpg123-decoder',
  'verovio',
  'wasm-media-encoders',
]

/**
 * Judges an SPDX expression. `allowed`: anywhere; `apart`: only as a file of its own; `refused`: GPL, AGPL, unknown, none.
 * @param {string | undefined} expression @returns {'allowed' | 'apart' | 'refused'}
 */
export function judge(expression) {
  const verdicts = (expression ?? '')
    .replaceAll(/[()]/g, '')
    .split(/\s+OR\s+/)
    .map((choice) => judgeAll(choice.trim().split(/\s+AND\s+/)))
  if (verdicts.includes('allowed')) return 'allowed'
  return verdicts.includes('apart') ? 'apart' : 'refused'
}

/** All parts have to be kept at once. @param {readonly string[]} parts @returns {'allowed' | 'apart' | 'refused'} */
function judgeAll(parts) {
  if (parts.every((part) => PERMISSIVE.has(part))) return 'allowed'
  return parts.every((part) => PERMISSIVE.has(part) || REPLACEABLE.has(part)) ? 'apart' : 'refused'
}
