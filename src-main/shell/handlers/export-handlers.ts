// Exports and regions, as the window asks for them: the folder comes from a dialog, never from the page.
import type { HandlersOf } from '../../bridge/dispatcher.ts'
import { failure, success } from '../../bridge/reply.ts'
import type { MakeAtSpeed } from '../../library/at-speed.ts'
import type { Exports } from '../../library/exports.ts'
import type { MakeRegion } from '../../library/regions.ts'

/** Handlers of `exports.*`. `made` is told when a region became a sound. */
export function exportHandlers(options: {
  readonly exports: Exports
  readonly makeRegion: MakeRegion
  readonly makeAtSpeed: MakeAtSpeed
  readonly desktop: { chooseFolder(title: string, buttonLabel: string): Promise<string | null> }
  readonly made: () => void
}): HandlersOf<'exports'> {
  const { exports: handing, makeRegion, makeAtSpeed, desktop, made } = options
  return {
    'exports.names': async ({ soundIds, options: wanted }) =>
      success({ names: handing.names(soundIds, wanted) }),
    'exports.write': async ({ soundIds, options: wanted }) => {
      const target = await desktop.chooseFolder('Export sounds', 'Export here')
      return success(target === null ? null : await handing.write(soundIds, wanted, target))
    },
    'exports.cancel': async () => {
      handing.cancel()
      return success(null)
    },
    'exports.region': async (request) => {
      const region = await makeRegion(request)
      if (!region.ok) return failure(region.error)
      made()
      return region
    },
    'exports.atSpeed': async ({ soundIds, speed }) => {
      const report = await makeAtSpeed(soundIds, speed)
      made()
      return success(report)
    },
  }
}
