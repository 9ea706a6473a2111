// Sound for a picture: drop a clip, say what is to be heard, look at what was found, hear it in sync, hand it over.
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { bridge, type ClipView, unwrap } from '../../bridge.ts'
import { useCommands } from '../../commands/registry.ts'
import { Button } from '../../components/button.tsx'
import { useAct } from '../../data/use-act.ts'
import { TitleBarEnd } from '../../frame/account.tsx'
import frame from '../../frame/frame.module.css'
import { useStore } from '../../store.ts'
import { useWindow } from '../../window-state.ts'
import { errorSentence } from '../../wording/errors.ts'
import { diskSize } from '../../wording/numbers.ts'
import { zoomCommands } from '../edit/zooming.ts'
import { ClipStage } from './clip-stage.tsx'
import { laneAxis } from './lane-view.ts'
import type { PicturePlayer } from './picture-player.ts'
import { SoundPanel } from './sound-panel.tsx'
import { stepped, timecodeOf } from './timecode.ts'
import { Tracks, useExports } from './tracks.tsx'
import { usePicturePlayer } from './use-picture-player.ts'
import { useVideo, type Video } from './use-video.ts'
import styles from './video.module.css'
import { onClip } from './video-state.ts'

export function VideoView() {
  const { video } = useWindow()
  const clip = useStore(video, (state) => state.clip)
  const choose = useChooseClip()
  const [isOver, setOver] = useState(false)
  useCommands([
    { id: 'choose-clip', title: 'Choose a clip…', section: 'Make', shortcuts: ['mod+o'], run: choose.ask },
  ])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping has no keyboard form; "Choose a clip" beside it has
    <div
      className={styles.area}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        event.stopPropagation()
        setOver(true)
      }}
      onDragLeave={(event) => {
        const to = event.relatedTarget
        if (!(to instanceof Node) || !event.currentTarget.contains(to)) setOver(false)
      }}
      onDrop={(event: DragEvent) => {
        setOver(false)
        const [file] = event.dataTransfer.files
        if (file === undefined) return
        event.preventDefault()
        event.stopPropagation()
        choose.drop(file)
      }}
    >
      {clip === null ? <NoClip choose={choose} /> : <Clip key={clip.id} clip={clip} choose={choose} />}
      {isOver && (
        <div className={styles.over} aria-hidden="true">
          <span>Drop the clip</span>
        </div>
      )}
    </div>
  )
}

interface ChooseClip {
  ask(): void
  drop(file: File): void
  take(clip: ClipView): void
}

function useChooseClip(): ChooseClip {
  const { video } = useWindow()
  const act = useAct()
  const take = (clip: ClipView): void => video.set((now) => onClip(now, clip))
  return {
    take,
    ask: () =>
      void act(bridge.clips.choose(), (clip) => {
        if (clip !== null) take(clip)
        return null
      }),
    drop: (file) =>
      void act(bridge.clips.drop([file]), (clip) => {
        take(clip)
        return null
      }),
  }
}

const RECENT = 8

function NoClip({ choose }: { choose: ChooseClip }) {
  const { data: recent = [] } = useQuery({
    queryKey: ['clips', 'recent'],
    queryFn: () => unwrap(bridge.clips.recent({ limit: RECENT })),
  })
  return (
    <main className={frame.view} aria-label="Video">
      <header className={frame.top}>
        <h1>Video</h1>
        <TitleBarEnd />
      </header>
      <div className={styles.blank}>
        <h2>Drop a clip to make its sound</h2>
        <p>
          MP4, MOV or WebM. You get one mix in sync, or every sound of the picture on a track of its own, and
          hand both to your edit. The clip itself is never changed.
        </p>
        <Button isLarge onClick={choose.ask}>
          Choose a clip…
        </Button>
        {recent.length > 0 && (
          <>
            <h3>Worked on before</h3>
            <ul>
              {recent.map((clip) => (
                <li key={clip.id}>
                  <Button weight="link" onClick={() => choose.take(clip)}>
                    {clip.name}
                  </Button>{' '}
                  <span className={styles.note}>{diskSize(clip.bytes)}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </main>
  )
}

function Clip({ clip, choose }: { clip: ClipView; choose: ChooseClip }) {
  const video = useVideo(clip)
  const pictures = usePicturePlayer(video)
  useVideoCommands(video, pictures)
  const levelDb = useLevel(pictures)
  const { facts, factsError } = video
  return (
    <main className={styles.view} aria-label={`Video ${clip.name}`} data-level-db={levelDb}>
      <header className={frame.top}>
        <h1 className={styles.title}>{clip.name}</h1>
        <span className={frame.meta}>
          {facts !== null &&
            [
              `${facts.width} × ${facts.height}`,
              ...(facts.framesPerSecond === null ? [] : [`${Number(facts.framesPerSecond.toFixed(3))} fps`]),
              timecodeOf(facts.durationMs / 1000, facts.framesPerSecond),
              facts.hasAudio ? 'with sound' : 'silent',
            ].join(' · ')}
        </span>
        <Button weight="link" onClick={choose.ask}>
          Another clip…
        </Button>
        <TitleBarEnd />
      </header>
      {factsError !== null ? (
        <div className={styles.blank} role="alert">
          <h2>This clip cannot be used</h2>
          <p>{errorSentence(factsError)} Nothing was sent or charged.</p>
          <Button isLarge onClick={choose.ask}>
            Choose another clip…
          </Button>
        </div>
      ) : (
        <>
          <ClipStage video={video} pictures={pictures} />
          <SoundPanel video={video} />
          <Tracks video={video} pictures={pictures} />
        </>
      )}
    </main>
  )
}

/** The level that leaves the app while the picture plays: real, read from the meter. */
function useLevel(pictures: PicturePlayer): string | undefined {
  const { player } = useWindow()
  const isPlaying = useStore(pictures.isPlaying)
  const [level, setLevel] = useState<string | undefined>()
  useEffect(() => {
    if (!isPlaying) return
    const timer = setInterval(() => setLevel(player.levels()?.peakDb.toFixed(1)), 50)
    return () => {
      clearInterval(timer)
      setLevel(undefined)
    }
  }, [player, isPlaying])
  return level
}

/** The keys of the video view; each is in the palette, too. */
function useVideoCommands(video: Video, pictures: PicturePlayer): void {
  const { transport } = useWindow()
  const write = useExports(video)
  const { facts } = video
  const rate = facts?.framesPerSecond ?? null
  const step = (by: number): void => {
    pictures.pause()
    pictures.seek(stepped(pictures.positionS(), by, rate))
  }
  const way = video.ways.find(({ mode }) => mode === video.state.mode)
  const hasTracks = (video.shown?.tracks.length ?? 0) > 0
  useCommands([
    {
      id: 'generate',
      title: 'Make sound for the clip',
      section: 'Make',
      shortcuts: ['mod+enter'],
      isHeardInText: true,
      isEnabled: way !== undefined && way.problem === null && !video.isSending && !video.isPlanning,
      run: video.run,
    },
    { id: 'frame-back', title: 'One frame back', section: 'Play', shortcuts: [','], run: () => step(-1) },
    { id: 'frame-on', title: 'One frame on', section: 'Play', shortcuts: ['.'], run: () => step(1) },
    {
      id: 'export-stems',
      title: 'Export aligned stems…',
      section: 'Sound',
      shortcuts: ['mod+e'],
      isEnabled: hasTracks,
      run: () => void write('stems'),
    },
    {
      id: 'export-clip',
      title: 'Export the clip with its new sound…',
      section: 'Sound',
      isEnabled: hasTracks,
      run: () => void write('clip'),
    },
    {
      id: 'export-mix',
      title: 'Export the mix as heard…',
      section: 'Sound',
      isEnabled: hasTracks,
      run: () => void write('mix'),
    },
    {
      id: 'export-edit-list',
      title: 'Export sounds with OTIO and EDL…',
      section: 'Sound',
      isEnabled: hasTracks,
      run: () => void write('edit-list'),
    },
    ...zoomCommands(laneAxis(video, pictures), 'Show the whole clip'),
  ])
  const clipName = video.clip.name
  const videoRef = useRef(video)
  videoRef.current = video
  useEffect(() => {
    transport.set({
      name: clipName,
      detail: 'picture and its sounds',
      isPlaying: pictures.isPlaying,
      positionS: () => pictures.positionS(),
      durationS: () => (videoRef.current.facts?.durationMs ?? 0) / 1000,
      seek: (toS) => pictures.seek(toS),
      toggle: () => pictures.toggle(),
      toStart: () => pictures.seek(0),
      nudge: (byS) => pictures.seek(pictures.positionS() + byS),
      edge: (which) => videoRef.current.setEdge(which === 'start' ? 'in' : 'out', pictures.positionS()),
      clear: () => videoRef.current.change({ inS: null, outS: null }),
    })
    return () => transport.set(null)
  }, [transport, pictures, clipName])
}
