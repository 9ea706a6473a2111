// Whether the model serves video at all.

import { expect, test } from 'vitest'
import { publishedModels } from '../../../../src-main/local-service/server/models.ts'

test('video-to-sfx is published only where pictures can be read, and without a control that is not served', () => {
  const [blind] = publishedModels(['wav'], { readsPictures: false, keepsSpeech: false })
  expect(blind?.operations).not.toHaveProperty('video-to-sfx')
  expect(blind?.controls).not.toContain('multi_stem')
  const [seeing] = publishedModels(['wav'], { readsPictures: true, keepsSpeech: false })
  expect(seeing?.operations['video-to-sfx']).toEqual({
    duration_ms: { min: 1000, max: 600_000 },
    num_variants: { min: 1, max: 4 },
    controls: ['multi_stem'],
  })
  expect(seeing?.controls).not.toContain('preserve_speech')
})

test('preserve_speech is published with its ceiling where the sound of a clip can be read well enough', () => {
  const [model] = publishedModels(['wav'], { readsPictures: true, keepsSpeech: true })
  expect(model?.operations['video-to-sfx']).toMatchObject({
    duration_ms: { min: 1000, max: 600_000, max_with_preserve_speech: 60_000 },
    controls: ['preserve_speech', 'multi_stem'],
  })
  expect(model?.controls).toEqual(['loop', 'preserve_speech', 'multi_stem'])
  expect(model?.stems).toContain('speech')
})
