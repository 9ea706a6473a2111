// The plan of a clip in the whole app: chosen in the dialog, asked for over the bridge.
import type { ElectronApplication, Page } from '@playwright/test'
import type { VideoPlan } from '../../src-main/bridge/video.ts'

export type ClipPlan =
  | { readonly ok: true; readonly value: VideoPlan }
  | { readonly ok: false; readonly error: { readonly code: string; readonly message: string } }

/** Chooses a clip in the dialog and gives what the built-in engine would make of its first `durationMs`. */
export async function planOf(
  app: ElectronApplication,
  page: Page,
  path: string,
  durationMs: number,
): Promise<ClipPlan> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
  }, path)
  return page.evaluate(async (durationMs) => {
    // The bridge, typed where the window reads it.
    type Group = Record<string, (args?: unknown) => Promise<unknown>>
    const { clips, video } = (globalThis as unknown as { foleyroom: Record<'clips' | 'video', Group> })
      .foleyroom
    const clip = (await clips.choose?.()) as { value: { id: string } }
    return (await video.plan?.({
      connectionId: 'built-in',
      family: 'video-to-sfx',
      body: { model: 'procedural-1', duration_ms: durationMs, controls: { multi_stem: true } },
      sources: { video: { kind: 'clip', clipId: clip.value.id } },
      askingId: crypto.randomUUID(),
    })) as ClipPlan
  }, durationMs)
}
