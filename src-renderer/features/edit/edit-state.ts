// What the edit view holds while a person works on a sound; it stays as it was left when another view is looked at.
import type { ClipView } from '../../bridge.ts'
import type { Region } from '../../player/time-math.ts'
import type { AwaitingImport } from '../imports/after-import.ts'
import type { Tool } from './edit-limits.ts'
import type { Viewport } from './viewport.ts'

/** What is set for one tool. */
export interface ToolDraft {
  readonly prompt: string
  readonly negativePrompt: string
  readonly variants: number
  /** The clip whose picture the new sound follows. */
  readonly guide: ClipView | null
  /** Where in it an extension begins; the picture of a repair runs along with the sound. */
  readonly guideStartMs: number
}

export interface EditState extends AwaitingImport {
  /** The sound that is edited: "before". Null while none was chosen. */
  readonly soundId: number | null
  readonly tool: Tool
  readonly inpaint: ToolDraft
  readonly extend: ToolDraft
  readonly region: Region | null
  readonly appendMs: number
  readonly isLoop: boolean
  /** Used by both tools; null lets the service pick. */
  readonly lockedSeed: number | null
  /** The edit whose variants are compared; null takes the newest. */
  readonly generationId: string | null
  /** Null shows the whole sound. */
  readonly viewport: Viewport | null
  readonly hasSpectrum: boolean
}

const NO_DRAFT: ToolDraft = { prompt: '', negativePrompt: '', variants: 2, guide: null, guideStartMs: 0 }

export const NO_EDIT: EditState = {
  soundId: null,
  awaitedImportId: null,
  tool: 'inpaint',
  inpaint: NO_DRAFT,
  extend: NO_DRAFT,
  region: null,
  appendMs: 2000,
  isLoop: false,
  lockedSeed: null,
  generationId: null,
  viewport: null,
  hasSpectrum: true,
}

/** Another sound is edited: what belonged to the last one goes, how the person works stays. */
export const editing = (state: EditState, soundId: number): EditState =>
  state.soundId === soundId
    ? state
    : {
        ...state,
        soundId,
        inpaint: { ...state.inpaint, guide: null },
        extend: { ...state.extend, guide: null },
        region: null,
        generationId: null,
        viewport: null,
        lockedSeed: null,
      }
