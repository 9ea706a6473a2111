// Puts theme and density on the document; canvases hear of it, since they read the tokens themselves.
import { useLayoutEffect } from 'react'
import type { Settings, Theme } from '../bridge.ts'
import { announceTokens } from '../waveform/use-picture.ts'

/** Follows the system's scheme where the theme is `system`. */
export function useTheme(theme: Theme, density: Settings['density']): void {
  useLayoutEffect(() => {
    const system = matchMedia('(prefers-color-scheme: light)')
    const put = (): void => {
      const { dataset } = document.documentElement
      dataset.theme = theme === 'system' ? (system.matches ? 'light' : 'dark') : theme
      dataset.density = String(density)
      announceTokens()
    }
    put()
    system.addEventListener('change', put)
    return () => system.removeEventListener('change', put)
  }, [theme, density])
}
