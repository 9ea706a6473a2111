// One player for the picture and its sounds, with what is decoded for it.
import { useEffect, useRef, useState } from 'react'
import type { VideoTrack } from '../../bridge.ts'
import { errorOf } from '../../bridge.ts'
import { useSettings } from '../../data/use-settings.ts'
import { announce, useWindow } from '../../window-state.ts'
import { texts } from '../../wording/texts.ts'
import { PicturePlayer, type PlacedBuffer } from './picture-player.ts'
import type { Video } from './use-video.ts'
import { isTrackHeard, PLAIN_MIX, trackKey } from './video-state.ts'

/** A track of the shown result, as it is heard. */
export interface HeardTrack {
  readonly key: string
  readonly track: VideoTrack
  readonly gainDb: number
  readonly isHeard: boolean
}

export function heardTracks({ shown, state }: Video): readonly HeardTrack[] {
  if (shown === null) return []
  const keys = shown.tracks.map(({ index }) => trackKey(shown.generation.id, index))
  return shown.tracks.map((track) => {
    const key = trackKey(shown.generation.id, track.index)
    const mix = state.mixes.get(key) ?? PLAIN_MIX
    return { key, track, gainDb: track.gainDb + mix.gainDb, isHeard: isTrackHeard(state.mixes, keys, key) }
  })
}

/** The take of a track that is heard. */
export const takeOf = (video: Video, key: string, track: VideoTrack): VideoTrack['takes'][number] | null =>
  track.takes[(video.state.mixes.get(key) ?? PLAIN_MIX).take] ?? track.takes[0] ?? null

export function usePicturePlayer(video: Video): PicturePlayer {
  const state = useWindow()
  const { player } = state
  const made = useRef<PicturePlayer | null>(null)
  made.current ??= new PicturePlayer(() => player.stage())
  const pictures = made.current
  const [settings] = useSettings()
  const heard = heardTracks(video)

  // What sounds: decoded once by the player's own cache.
  const chosen = heard.flatMap(({ key, track, gainDb }) => {
    const take = takeOf(video, key, track)
    return take === null || take.isMissing
      ? []
      : [
          {
            key,
            soundId: take.id,
            startS: track.startMs / 1000,
            fadeInS: Math.max(0, track.soundStartMs - track.startMs) / 1000,
            fadeOutS: Math.max(0, track.endMs - track.soundEndMs) / 1000,
            gainDb,
          },
        ]
  })
  const chosenKey = JSON.stringify(chosen)
  const [isReading, setReading] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what is chosen
  useEffect(() => {
    let isCurrent = true
    setReading(chosen.length > 0)
    const read = chosen.map(async ({ soundId, ...place }): Promise<PlacedBuffer> => {
      return { ...place, buffer: await player.decoded(soundId) }
    })
    Promise.all(read).then(
      (sounds) => {
        if (!isCurrent) return
        setReading(false)
        pictures.setSounds(sounds)
      },
      (thrown: unknown) => {
        if (!isCurrent) return
        setReading(false)
        announce(state, { tone: 'error', message: texts.video.tracks.unplayable(errorOf(thrown).message) })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [chosenKey, player, pictures])
  const heardKey = heard.map(({ key, isHeard }) => `${key}${isHeard}`).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for who is heard
  useEffect(() => {
    const silent = new Set(heard.filter(({ isHeard }) => !isHeard).map(({ key }) => key))
    pictures.setHeard((key) => !silent.has(key))
  }, [heardKey, isReading, pictures])
  const { inS, outS } = video
  useEffect(
    () => pictures.setLoop({ startS: inS, endS: outS }, settings.isLooping),
    [pictures, inS, outS, settings.isLooping],
  )
  useEffect(() => () => pictures.attach(null, 0), [pictures])
  return pictures
}

/** Position in seconds, fresh every frame: while it is paused stepping and seeking move it. */
export function usePicturePosition(pictures: PicturePlayer): number {
  const [positionS, setPositionS] = useState(0)
  useEffect(() => {
    let frame = 0
    const follow = (): void => {
      setPositionS(pictures.positionS())
      frame = requestAnimationFrame(follow)
    }
    follow()
    return () => cancelAnimationFrame(frame)
  }, [pictures])
  return positionS
}
