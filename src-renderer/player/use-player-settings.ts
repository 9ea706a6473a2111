// Gives the player what the settings say: loop, gain, output; and watches devices come and go.
import { useEffect } from 'react'
import { useSettings } from '../data/use-settings.ts'
import { useWindow } from '../window-state.ts'

/** Follows the settings for as long as the component stands. */
export function usePlayerSettings(): void {
  const { player } = useWindow()
  const [{ isLooping, gainDb, outputDevice }] = useSettings()
  useEffect(() => player.setLooping(isLooping), [player, isLooping])
  useEffect(() => player.setGainDb(gainDb), [player, gainDb])
  useEffect(() => void player.setOutput(outputDevice), [player, outputDevice])
  useEffect(() => {
    const refresh = (): void => void player.refreshOutputs()
    navigator.mediaDevices.addEventListener('devicechange', refresh)
    return () => navigator.mediaDevices.removeEventListener('devicechange', refresh)
  }, [player])
}
