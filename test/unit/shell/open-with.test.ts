// "Open with" and foleyroom:// links: what is taken, what is refused, and that a link only ever names what the library has.
import { describe, expect, it } from 'vitest'
import { parseCommandLine } from '../../../src-main/shell/command-line.ts'
import { parseDeepLink } from '../../../src-main/shell/deep-link.ts'
import { openRequest, readOpenRequest } from '../../../src-main/shell/open-with.ts'

const UID = '0b3d2a44-58f1-4c7e-9a51-0d6f6a1c2b3d'

describe('a link', () => {
  it('opens a sound or a MIDI file by its id', () => {
    expect(parseDeepLink(`foleyroom://sound/${UID}`)).toEqual({ ok: true, kind: 'sound', id: UID })
    expect(parseDeepLink(`FOLEYROOM://sound/${UID.toUpperCase()}/`)).toEqual({
      ok: true,
      kind: 'sound',
      id: UID,
    })
    expect(parseDeepLink(`foleyroom://Midi/${UID}`)).toEqual({ ok: true, kind: 'midi', id: UID })
  })

  it.each([
    'foleyroom://sound/1',
    'foleyroom://sound/../../etc/passwd',
    `foleyroom://sound/${UID}?play=1`,
    `foleyroom://sound/${UID}#x`,
    `foleyroom://sound/${UID}/trash`,
    `foleyroom://midi/${UID}/remove`,
    `foleyroom://midi/sound/${UID}`,
    `foleyroom://user@sound/${UID}`,
    `foleyroom://sound:80/${UID}`,
    `foleyroom://settings/${UID}`,
    'foleyroom://generate?prompt=x',
    `foleyroom:sound/${UID}`,
    `https://sound/${UID}`,
    `foleyroom://sound/${UID}\n`,
    `foleyroom://sound/%30${UID.slice(1)}`,
    'foleyroom://',
    '',
  ])('is refused: %j', (link) => expect(parseDeepLink(link)).toMatchObject({ ok: false }))
})

describe('the command line', () => {
  it('is sorted into audio, MIDI, video and links; switches and other files are passed over', () => {
    const asked = readOpenRequest(
      [
        '--flag',
        'a.WAV',
        '/x/b.flac',
        'file:///y/c%20d.mp3',
        'song.mid',
        'film.mp4',
        'notes.txt',
        'file://server/e.wav',
        'foleyroom://x',
      ],
      '/here',
    )
    expect(asked).toEqual({
      audio: ['/here/a.WAV', '/x/b.flac', '/y/c d.mp3'],
      midi: ['/here/song.mid'],
      video: ['/here/film.mp4'],
      links: ['foleyroom://x'],
    })
  })

  it('opens the window for a file or a link, and refuses a word that is neither', () => {
    expect(parseCommandLine(['/home/a/b.wav'])).toEqual({ kind: 'window' })
    expect(parseCommandLine([`foleyroom://sound/${UID}`])).toEqual({ kind: 'window' })
    expect(parseCommandLine(['remix'])).toMatchObject({ kind: 'usage-error' })
  })
})

describe('what is opened', () => {
  const opening = async (words: readonly string[]) => {
    const did: string[] = []
    await openRequest(readOpenRequest(words, '/here'), {
      importAudio: async (paths) => void did.push(`import ${paths.join(' ')}`),
      soundIdOf: (uid) => (uid === UID ? 7 : null),
      showSound: (soundId) => void did.push(`show ${soundId}`),
      hasMidi: (midiId) => midiId === UID,
      showMidi: (midiId) => void did.push(`show MIDI ${midiId}`),
      openClip: async (path) => void did.push(`clip ${path}`),
      openMidi: async (paths) => void did.push(`midi ${paths.join(' ')}`),
      tell: ({ message }) => void did.push(message),
      log: (message) => void did.push(message),
    })
    return did
  }

  it('is imported, shown, or answered with a sentence', async () => {
    expect(await opening(['a.wav', 'b.flac'])).toEqual(['import /here/a.wav /here/b.flac'])
    expect(await opening([`foleyroom://sound/${UID}`])).toEqual(['show 7'])
    expect(await opening(['b.mp4', '/x/a.MOV'])).toEqual(['clip /here/b.mp4', 'clip /x/a.MOV'])
    expect(await opening([`foleyroom://sound/${UID.replace('0', '1')}`])).toEqual([
      'The link names a sound that is not in this library.',
    ])
    expect(await opening([`foleyroom://midi/${UID}`])).toEqual([`show MIDI ${UID}`])
    expect(await opening([`foleyroom://midi/${UID.replace('0', '1')}`])).toEqual([
      'The link names a MIDI file that is not in this library.',
    ])
    expect(await opening(['song.mid', '/x/b.MIDI'])).toEqual(['midi /here/song.mid /x/b.MIDI'])
  })

  it('is only logged where a link is none of ours', async () => {
    expect(await opening(['foleyroom://delete/everything'])).toEqual([
      expect.stringMatching(/^refused: a link that is not/),
    ])
  })
})
