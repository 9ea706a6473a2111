// Events of the main process: what changed is read again, progress is put where it is shown.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { bridge, type GenerationView, type Notice, type Topic } from '../bridge.ts'
import { runCommand } from '../commands/registry.ts'
import { withProgress } from '../features/asking/asking.ts'
import { listeningOn, openingMidi } from '../features/transcribe/transcribe-state.ts'
import { onClip } from '../features/video/video-state.ts'
import { announce, type WindowState } from '../window-state.ts'
import { isInFlight, progressText } from '../wording/generations.ts'

/** Reads again what the main process says has changed. From before the first read on, so that nothing between is missed. */
export function followChanges(client: QueryClient): void {
  bridge.on.changed(({ topics }) => {
    for (const topic of topics) void invalidate(client, topic)
  })
}

/** Subscribes for as long as the component stands. */
export function useBridgeEvents(state: WindowState): void {
  const client = useQueryClient()
  useEffect(() => {
    const ends = [
      bridge.on.generation((generation) => {
        putGeneration(client, generation)
        if (!isInFlight(generation)) state.spoken.set(`${generation.label}: ${progressText(generation)}`)
      }),
      bridge.on.asking((view) => {
        state.video.set((now) =>
          now.planning === null ? now : { ...now, planning: withProgress(now.planning, view) },
        )
        state.transcribe.set((now) => listeningOn(now, view))
      }),
      bridge.on.command(({ name }) => runCommand(state.commands, name)),
      bridge.on.notice((notice) => announce(state, notice)),
      bridge.on.openSound(({ soundId }) => {
        state.view.set('library')
        state.selection.set((now) => ({ ...now, ids: new Set([soundId]) }))
        state.inspectedId.set(soundId)
      }),
      bridge.on.openClip(({ clip }) => {
        state.view.set('video')
        state.video.set((now) => onClip(now, clip))
        void client.invalidateQueries({ queryKey: ['clips'] })
      }),
      bridge.on.openMidi(({ midiId }) => {
        state.view.set('transcribe')
        state.transcribe.set((now) => openingMidi(now, midiId))
      }),
    ]
    void bridge.opening.ready()
    return () => {
      for (const end of ends) end()
    }
  }, [client, state])
}

/** Tells once what the main process found at its start. */
export function useStartNotice(state: WindowState, notice: Notice | null): void {
  const isTold = useRef(false)
  useEffect(() => {
    if (notice === null || isTold.current) return
    isTold.current = true
    announce(state, notice)
  }, [state, notice])
}

async function invalidate(client: QueryClient, topic: Topic): Promise<void> {
  const stale = topic === 'settings' ? [['app']] : [[topic], ['app']]
  // A quote holds a balance: what was spent or topped up changes it.
  if (topic === 'connections') stale.push(['quote'])
  // What was charged or reserved changed with them.
  if (topic === 'generations') stale.push(['money'])
  // What was made of a sound or for a clip: jobs, and the sounds that they became.
  if (topic === 'generations' || topic === 'library') stale.push(['made'])
  await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })))
}

/** Puts the newer state of one generation into every list that holds it, and at the top of the current ones. */
export function putGeneration(client: QueryClient, generation: GenerationView): void {
  client.setQueriesData<readonly GenerationView[]>({ queryKey: ['generations'] }, (list) =>
    list?.map((each) => (each.id === generation.id ? generation : each)),
  )
  const isOver = generation.state === 'done' || generation.state === 'canceled'
  client.setQueryData<readonly GenerationView[]>(['generations', 'current'], (list) => {
    if (list === undefined) return undefined
    if (isOver) return list.filter((each) => each.id !== generation.id)
    return list.some((each) => each.id === generation.id) ? list : [generation, ...list]
  })
  if (isOver) void client.invalidateQueries({ queryKey: ['library'] })
}
