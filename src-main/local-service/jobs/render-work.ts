// From a job's work to the samples of one variant, whatever its family.

import type { Samples } from '../codecs/file-piece.ts'
import { resample } from '../codecs/resample.ts'
import { readSourceMono } from '../codecs/source-reader.ts'
import { guidedSounds, takesOwnEvents } from '../plans/plan-sounds.ts'
import { renderMix, renderStem } from '../plans/render-sounds.ts'
import { SPEECH_RATE_HZ } from '../speech/find-speech.ts'
import { mixVoice } from '../speech/mix-voice.ts'
import { renderInto, renderScene, sampleCountOf } from '../synthesis/index.ts'
import { mixSeeds } from '../synthesis/signal/random.ts'
import type { Samples as WritableSamples } from '../synthesis/signal/samples.ts'
import { extend } from './edits/extend.ts'
import { type EditGuide, guidedOnsets } from './edits/guide.ts'
import { inpaint } from './edits/inpaint.ts'
import type { ExtendWork, InpaintWork, VideoWork } from './job.ts'
import type { RenderTask } from './render-pool.ts'

/** Sounds up to this long are made in memory, longer ones in a file. */
const MOST_IN_MEMORY_MS = 60_000

/**
 * The samples of one variant: mono, at the work's rate.
 * @param scratch gives room for a long sound, silent at first, which is there until the file is written
 * @throws when the source of an edit has changed since it was accepted
 */
export async function renderWork(
  { work, seed, variantIndex }: RenderTask,
  scratch: (sampleCount: number) => WritableSamples,
): Promise<Samples> {
  switch (work.kind) {
    case 'text': {
      const request = {
        scene: work.scene,
        durationMs: work.generatedMs,
        seed,
        variantIndex,
        loop: work.loop,
        sampleRate: work.sampleRateHz,
      }
      if (work.generatedMs <= MOST_IN_MEMORY_MS) return renderScene(request)
      const samples = scratch(sampleCountOf(request))
      renderInto(samples, request)
      return samples
    }
    case 'extend':
      return extend({
        source: await readSource(work),
        sampleRateHz: work.sampleRateHz,
        appendSamples: samplesOf(work.generatedMs, work.sampleRateHz),
        prompted: work.guide ? null : promptedSound(work, seed, variantIndex),
        guide: guideOf(work, seed, variantIndex),
        loop: work.loop,
        seed: mixSeeds(seed, variantIndex),
      })
    case 'inpaint':
      return inpaint({
        source: await readSource(work),
        sampleRateHz: work.sampleRateHz,
        startSample: samplesOf(work.startMs, work.sampleRateHz),
        endSample: samplesOf(work.startMs + work.generatedMs, work.sampleRateHz),
        prompted: work.guide ? null : promptedSound(work, seed, variantIndex),
        guide: guideOf(work, seed, variantIndex),
        seed: mixSeeds(seed, variantIndex),
      })
    case 'video':
      if (!work.sounds) throw new Error('the picture was not read before its sound')
      return withVoice(
        renderMix(work.sounds, work.generatedMs, { sampleRateHz: work.sampleRateHz, seed, variantIndex }),
        work,
      )
    case 'speech':
      return work.voice
    case 'stem':
      return renderStem(work.sound, {
        sampleRateHz: work.sampleRateHz,
        seed: mixSeeds(seed, work.index),
        variantIndex,
      })
  }
}

function withVoice(generated: Float32Array, { voice, sampleRateHz }: VideoWork): Float32Array {
  return voice ? mixVoice(generated, resample(voice, SPEECH_RATE_HZ, sampleRateHz)) : generated
}

async function readSource({ source, sampleRateHz }: ExtendWork | InpaintWork): Promise<Float32Array> {
  const sound = await readSourceMono(source.path)
  return resample(sound.samples, sound.sampleRateHz, sampleRateHz)
}

/** How the edit follows its picture; null where it has none. */
function guideOf(
  { guide, scene, avoid = null, generatedMs, sampleRateHz }: ExtendWork | InpaintWork,
  seed: number,
  variantIndex: number,
): EditGuide | null {
  if (!guide) return null
  const { events } = guide
  if (!events) throw new Error('the picture was not read before the sound that follows it')
  return {
    onsets: takesOwnEvents(scene) ? guidedOnsets(events, sampleRateHz) : null,
    made(hasOwnEvents) {
      const sounds = guidedSounds(events, scene, avoid, hasOwnEvents)
      return sounds.length === 0 ? null : renderMix(sounds, generatedMs, { sampleRateHz, seed, variantIndex })
    },
  }
}

function promptedSound(
  { scene, generatedMs, sampleRateHz }: ExtendWork | InpaintWork,
  seed: number,
  variantIndex: number,
): Float32Array | null {
  if (!scene) return null
  return renderScene({
    scene,
    durationMs: generatedMs,
    seed,
    variantIndex,
    loop: false,
    sampleRate: sampleRateHz,
  })
}

function samplesOf(durationMs: number, sampleRateHz: number): number {
  return Math.round((durationMs * sampleRateHz) / 1000)
}
