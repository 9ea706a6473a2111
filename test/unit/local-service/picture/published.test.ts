// Whether the model serves video at all.

import { expect, test } from 'vitest'
import { publishedModels } from '../../../../src-main/local-service/server/models.ts'

test('video-to-sfx is published only where pictures can be read, and without a control that is not served', () => {
  const [blind] = publishedModels(['wav'], { readsPictures: false })
  expect(blind?.operations).not.toHaveProperty('video-to-sfx')
  expect(blind?.controls).not.toContain('multi_stem')
  const [seeing] = publishedModels(['wav'], { readsPictures: true })
  expect(seeing?.operations['video-to-sfx']).toEqual({
    duration_ms: { min: 1000, max: 600_000 },
    num_variants: { min: 1, max: 4 },
    controls: ['multi_stem'],
  })
  expect(seeing?.controls).not.toContain('preserve_speech')
})
