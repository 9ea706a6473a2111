// Edit lists name files as they are, whatever a person called them.
import { describe, expect, it } from 'vitest'
import { otio } from '../../../src-main/media/picture/edit-list.ts'

describe('names of files in OpenTimelineIO', () => {
  it.each(['Take #3, “night”?.mov', '100% wet.mov', 'пол.mov', 'a+b & c.mov'])(
    '%s comes back from its address as it was',
    (clipFileName) => {
      const list = {
        title: 'x',
        clipFileName,
        clipUrl: null,
        clipDurationMs: 1000,
        framesPerSecond: 25,
        dropsNumbers: false,
        sounds: [],
      }
      const [picture] = JSON.parse(otio(list)).tracks.children
      const address = new URL(picture.children[0].media_reference.target_url, 'file:///reel/')
      expect([address.search, address.hash]).toEqual(['', ''])
      expect(decodeURIComponent(address.pathname)).toBe(`/reel/${clipFileName}`)
    },
  )
})
