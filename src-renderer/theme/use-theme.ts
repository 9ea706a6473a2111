// Puts theme, density and motion on the document; canvases hear of it, since they read the tokens themselves.
import { useLayoutEffect } from 'react'
import type { Settings } from '../bridge.ts'
import { announceTokens } from '../waveform/use-picture.ts'

/** Follows the system where theme or motion is `system`. */
export function useTheme({ theme, density, motion }: Pick<Settings, 'theme' | 'density' | 'motion'>): void {
  useLayoutEffect(() => {
    const light = matchMedia('(prefers-color-scheme: light)')
    const still = matchMedia('(prefers-reduced-motion: reduce)')
    const put = (): void => {
      const { dataset } = document.documentElement
      dataset.theme = theme === 'system' ? (light.matches ? 'light' : 'dark') : theme
      dataset.density = String(density)
      dataset.motion = motion === 'reduced' || still.matches ? 'reduced' : 'full'
      announceTokens()
    }
    put()
    for (const query of [light, still]) query.addEventListener('change', put)
    return () => {
      for (const query of [light, still]) query.removeEventListener('change', put)
    }
  }, [theme, density, motion])
}
