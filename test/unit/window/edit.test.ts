// The edit view's decisions: limits of the model, requests, the time axis, what a spectrogram shows.
import { describe, expect, test } from 'vitest'
import type { Model } from '../../../src-renderer/bridge.ts'
import {
  editingModels,
  extendBody,
  extendLimits,
  fittingAppendMs,
  fittingRegion,
  inpaintBody,
  inpaintLimits,
  promptProblem,
  regionProblem,
} from '../../../src-renderer/features/edit/edit-limits.ts'
import { editing, NO_EDIT } from '../../../src-renderer/features/edit/edit-state.ts'
import { columnsIn } from '../../../src-renderer/features/edit/sample-columns.ts'
import { colourRamp, heightOf, spectrogramColumns } from '../../../src-renderer/features/edit/spectrogram.ts'
import {
  fitted,
  following,
  fractionOf,
  secondsOf,
  ticks,
  within,
  zoomed,
} from '../../../src-renderer/features/edit/viewport.ts'
import { afterImport } from '../../../src-renderer/features/imports/after-import.ts'

const model: Model = {
  id: 'sfx-1.6',
  status: 'general_availability',
  audio: { sample_rate: 44_100, channels: 1 },
  max_prompt_chars: 20,
  max_negative_prompt_chars: 0,
  stems: ['sfx'],
  controls: ['loop'],
  formats: ['wav', 'flac'],
  credits_per_second: 10,
  operations: {
    extend: {
      append_duration_ms: { min: 1000, min_with_loop: 2000, max: 57_000 },
      num_variants: { min: 1, max: 4 },
      controls: ['loop'],
      experimental: ['input.prompt'],
    },
    inpaint: {
      region_start_ms: { min: 1000 },
      region_width_ms: { min: 1000, max: 8000 },
      num_variants: { min: 1, max: 4 },
      controls: [],
    },
  },
}
const choice = { prompt: ' rust ', negativePrompt: '', variants: 2, seed: 7 }

describe('limits of the edits', () => {
  const inpaint = inpaintLimits(model)
  const extend = extendLimits(model)
  if (inpaint === null || extend === null) throw new Error('the model edits')

  test('come from the model, and a family that it lacks is absent', () => {
    expect(inpaint).toMatchObject({ firstStartMs: 1000, minWidthMs: 1000, maxWidthMs: 8000, maxVariants: 4 })
    expect(extend).toMatchObject({ minMs: 1000, minWithLoopMs: 2000, maxMs: 57_000, hasLoop: true })
    expect(extend.experimental.has('input.prompt')).toBe(true)
    const deaf = { ...model, operations: {} }
    expect(extendLimits(deaf)).toBeNull()
    expect(inpaintLimits(deaf)).toBeNull()
    expect(editingModels([deaf, model])).toEqual([model])
  })

  test('a region is refused with the bound that it breaks', () => {
    expect(regionProblem({ startS: 1, endS: 3 }, inpaint, 10_000)).toBeNull()
    expect(regionProblem(null, inpaint, 10_000)).toMatch(/Drag over/)
    expect(regionProblem({ startS: 0.5, endS: 3 }, inpaint, 10_000)).toMatch(/first 1 s/)
    expect(regionProblem({ startS: 2, endS: 2.5 }, inpaint, 10_000)).toMatch(/0\.500 s.*1 at least/)
    expect(regionProblem({ startS: 1, endS: 9.5 }, inpaint, 10_000)).toMatch(/8\.500 s.*8 at most/)
    expect(regionProblem({ startS: 0, endS: 1.5 }, inpaint, 1500)).toMatch(/too short/)
  })

  test('a region is brought to the nearest one that the model takes', () => {
    const fits = (startS: number, endS: number, durationMs = 10_000) => {
      const fitted = fittingRegion({ startS, endS }, inpaint, durationMs)
      if (fitted !== null) expect(regionProblem(fitted, inpaint, durationMs)).toBeNull()
      return fitted
    }
    expect(fits(0, 3)).toEqual({ startS: 1, endS: 3 })
    expect(fits(9.8, 10)).toEqual({ startS: 9, endS: 10 })
    expect(fits(1, 10)).toEqual({ startS: 1, endS: 9 })
    expect(fits(0, 1, 1500)).toBeNull()
  })

  test('an extension is in tenths of a second between the bounds, longer for a loop', () => {
    expect(fittingAppendMs(1234, extend, false)).toBe(1200)
    expect(fittingAppendMs(0, extend, false)).toBe(1000)
    expect(fittingAppendMs(0, extend, true)).toBe(2000)
    expect(fittingAppendMs(1e9, extend, false)).toBe(57_000)
  })

  test('bodies hold whole milliseconds, and nothing of a source', () => {
    expect(inpaintBody(model, choice, { startS: 1.2345, endS: 3.9999 }, 3999.7)).toEqual({
      model: 'sfx-1.6',
      num_variants: 2,
      seed: 7,
      input: { prompt: 'rust' },
      output: { format: 'wav' },
      region: { start_ms: 1235, end_ms: 3999 },
    })
    expect(extendBody(model, { ...choice, prompt: '', variants: 1, seed: null }, 4200, true)).toEqual({
      model: 'sfx-1.6',
      num_variants: 1,
      input: {},
      output: { format: 'wav' },
      append_duration_ms: 4200,
      controls: { loop: true },
    })
  })

  test('what should not be heard goes along where the model takes it, and is counted', () => {
    const careful = { ...model, max_negative_prompt_chars: 10 }
    const words = { ...choice, negativePrompt: ' wind, hiss ' }
    expect(extendBody(model, words, 4200, false)).toMatchObject({ input: { prompt: 'rust' } })
    expect(extendBody(careful, words, 4200, false)).toMatchObject({
      input: { prompt: 'rust', negative_prompt: 'wind, hiss' },
    })
    const limits = extendLimits(careful)
    if (limits === null) throw new Error('the model extends')
    expect(promptProblem('', limits, 'wind, hiss')).toBeNull()
    expect(promptProblem('', limits, 'wind, hisses')).toMatch(/12 characters.*10/)
  })

  test('a guide video is offered unless the model says that it takes none, and begins where it is told', () => {
    const { extend: operation = {} } = model.operations
    const blind = { ...model, operations: { extend: { ...operation, inputs: ['audio', 'prompt'] } } }
    expect([extendLimits(model)?.takesVideo, extendLimits(blind)?.takesVideo]).toEqual([true, false])
    expect(extendBody(model, choice, 4200, false, 1500)).toMatchObject({ start_offset_ms: 1500 })
    expect(extendBody(model, choice, 4200, false, 0)).not.toHaveProperty('start_offset_ms')
  })

  test('a description over the limit is counted in characters', () => {
    expect(promptProblem('🚪'.repeat(20), inpaint)).toBeNull()
    expect(promptProblem('🚪'.repeat(21), inpaint)).toMatch(/21 characters/)
  })
})

describe('the time axis', () => {
  test('shows the whole sound with room to extend', () => {
    expect(fitted(10, 0)).toEqual({ startS: 0, spanS: 15 })
    expect(fitted(10, 40).spanS).toBeCloseTo(44)
  })

  test('zooming keeps what lies under the pointer where it is', () => {
    const longest = fitted(10, 0)
    const closer = zoomed(longest, 0.5, 6, longest)
    expect(closer.spanS).toBe(7.5)
    expect(fractionOf(closer, 6)).toBeCloseTo(fractionOf(longest, 6))
    expect(zoomed(closer, 100, 6, longest)).toEqual(longest)
    expect(secondsOf(closer, fractionOf(closer, 4.2))).toBeCloseTo(4.2)
  })

  test('never leaves the sound, and follows a playhead out of sight', () => {
    const longest = fitted(10, 0)
    expect(within({ startS: 14, spanS: 5 }, longest)).toEqual({ startS: 10, spanS: 5 })
    const view = { startS: 0, spanS: 2 }
    expect(following(view, 1, longest)).toBe(view)
    expect(fractionOf(following(view, 3, longest), 3)).toBeCloseTo(0.05)
  })

  test('has labels at round times that do not touch', () => {
    const marks = ticks({ startS: 0, spanS: 15 }, 900)
    expect(
      marks
        .filter(({ label }) => label !== null)
        .map(({ label }) => label)
        .slice(0, 3),
    ).toEqual(['0 s', '1 s', '2 s'])
    expect(ticks({ startS: 100, spanS: 60 }, 600).some(({ label }) => label === '1:50')).toBe(true)
    expect(ticks({ startS: 1, spanS: 0.1 }, 1000).some(({ label }) => label === '1.01 s')).toBe(true)
    expect(ticks({ startS: 0, spanS: 1 }, 0)).toEqual([])
  })
})

test('another sound keeps how one works, and forgets what belonged to the last one', () => {
  const left = {
    ...NO_EDIT,
    soundId: 1,
    tool: 'extend' as const,
    region: { startS: 1, endS: 2 },
    appendMs: 4000,
  }
  expect(editing(left, 1)).toBe(left)
  expect(editing(left, 2)).toMatchObject({ soundId: 2, tool: 'extend', appendMs: 4000, region: null })
})

test('a file that was dropped onto the view opens in place of the last sound', () => {
  const awaiting = { ...NO_EDIT, soundId: 1, region: { startS: 1, endS: 2 }, awaitedImportId: 7 }
  const told = { id: 7, state: 'running' as const, firstSoundId: 3 }
  expect(afterImport(awaiting, told, editing)).toMatchObject({
    soundId: 3,
    region: null,
    awaitedImportId: null,
  })
})

describe('what is drawn', () => {
  const sampleRate = 44_100
  const tone = Float32Array.from({ length: sampleRate }, (_, i) =>
    Math.sin((2 * Math.PI * 1000 * i) / sampleRate),
  )

  test('a column has the extremes and the power of what it covers, and nothing outside of the sound', () => {
    const columns = columnsIn({ samples: tone, sampleRate, peaks: null }, { startS: 0, spanS: 2 }, 100)
    expect(columns.max[10]).toBeCloseTo(1, 2)
    expect(columns.min[10]).toBeCloseTo(-1, 2)
    expect(columns.rms?.[10]).toBeCloseTo(Math.SQRT1_2, 2)
    expect(columns.max[60]).toBe(0)
  })

  test('a tone is loudest in its own row of the spectrogram', () => {
    const height = 200
    const levels = spectrogramColumns(tone, { sampleRate, startS: 0, endS: 1, width: 10, height })(5)
    const loudest = levels.indexOf(Math.max(...levels))
    expect(Math.abs(loudest / height - heightOf(1000))).toBeLessThan(0.03)
    expect(levels[height - 10]).toBe(0)
  })

  test('the colours run from the first stop to the last', () => {
    const ramp = colourRamp(['#000000', '#804020', '#ffffff'])
    expect([...ramp.slice(0, 4)]).toEqual([0, 0, 0, 255])
    expect([...ramp.slice(-4)]).toEqual([255, 255, 255, 255])
  })
})
