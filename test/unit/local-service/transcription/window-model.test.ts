// The note model, part of which is computed here: what it says is what the model says by itself, bit for bit.

import { type Tensor, tensor3d, tidy } from '@tensorflow/tfjs-core'
import { expect, test } from 'vitest'
import {
  FRAME_VALUES,
  loadGraph,
  loadWindowModel,
  type ReadWindow,
  WINDOW_FRAMES,
  WINDOW_SAMPLES,
} from '../../../../src-main/local-service/transcription/listening/window-model.ts'
import { seeded } from '../../../bench/transcription/pieces.ts'

const WHOLE: Record<keyof ReadWindow, string> = {
  sounding: 'Identity_1',
  onsets: 'Identity_2',
  spectrum: 'StatefulPartitionedCall/model_1/tf.expand_dims_1/ExpandDims',
  soundingLayer: 'StatefulPartitionedCall/model_1/re_lu_2/Relu',
  onsetLayer: 'StatefulPartitionedCall/model_1/re_lu_3/Relu',
}

test('Of music and of noise it says what the whole model says', { timeout: 60_000 }, async () => {
  const random = seeded(1)
  const noise = Float32Array.from({ length: WINDOW_SAMPLES }, () => random() - 0.5)
  const tones = Float32Array.from({ length: WINDOW_SAMPLES }, (_, index) =>
    [110, 277.2, 1318.5, 3520].reduce(
      (sum, hz) => sum + Math.sin((2 * Math.PI * hz * index) / 22_050) / 8,
      0,
    ),
  )
  const graph = await loadGraph()
  const faster = await loadWindowModel()
  for (const samples of [noise, tones, new Float32Array(WINDOW_SAMPLES)]) {
    const said = faster(samples)
    tidy(() => {
      const tensors = graph.execute(
        tensor3d(samples, [1, WINDOW_SAMPLES, 1]),
        Object.values(WHOLE),
      ) as Tensor[]
      for (const [index, name] of Object.keys(WHOLE).entries()) {
        const values = said[name as keyof ReadWindow]
        expect(values).toEqual(tensors[index]!.dataSync())
        expect(values).toHaveLength(WINDOW_FRAMES * FRAME_VALUES[name as keyof ReadWindow])
      }
    })
  }
  expect(Math.max(...faster(tones).sounding)).toBeGreaterThan(0.5)
})
