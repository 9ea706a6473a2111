// Sound for a picture: drop a clip, say what is to be heard, look at what was found, hear it in sync, hand it over.

import { useQuery } from '@tanstack/react-query'
import { type DragEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { bridge, type ClipView, unwrap } from '../../bridge.ts'
import { useCommands } from '../../commands/registry.ts'
import { Blank } from '../../components/blank.tsx'
import { Button } from '../../components/button.tsx'
import { useAct } from '../../data/use-act.ts'
import { TitleBarEnd } from '../../frame/account.tsx'
import frame from '../../frame/frame.module.css'
import { useStore } from '../../store.ts'
import { useWindow } from '../../window-state.ts'
import { errorSentence } from '../../wording/errors.ts'
import { diskSize } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
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

const words = texts.video

export function VideoView() {
  const { video } = useWindow()
  const clip = useStore(video, (state) => state.clip)
  const choose = useChooseClip()
  const [isOver, setOver] = useState(false)
  useCommands([
    {
      id: 'choose-clip',
      title: words.choosing.choose,
      section: 'Make',
      shortcuts: ['mod+o'],
      run: choose.ask,
    },
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
          <span>{words.choosing.drop}</span>
        </div>
      )}
    </div>
  )
}

interface ChooseClip {
  ask(): void
  drop(file: File): void
  at(address: string): void
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
    at: (address) =>
      void act(bridge.clips.address({ address }), (clip) => {
        take(clip)
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
    <main className={frame.view} aria-label={words.title}>
      <header className={frame.top}>
        <h1>{words.title}</h1>
        <TitleBarEnd />
      </header>
      <Blank>
        <h2>{words.choosing.lead}</h2>
        <p>{words.choosing.more}</p>
        <Button isLarge onClick={choose.ask}>
          {words.choosing.choose}
        </Button>
        <AddressField choose={choose} />
        {recent.length > 0 && (
          <>
            <h3>{words.choosing.before}</h3>
            <ul>
              {recent.map((clip) => (
                <li key={clip.id}>
                  <Button weight="link" onClick={() => choose.take(clip)}>
                    {clip.name}
                  </Button>{' '}
                  <span className={styles.note}>
                    {clip.host === null ? diskSize(clip.bytes ?? 0) : words.choosing.at(clip.host)}
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Blank>
    </main>
  )
}

/** A clip that lies at an address: the service reads it there. */
function AddressField({ choose }: { choose: ChooseClip }) {
  const [address, setAddress] = useState('')
  return (
    <form
      className={styles.address}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (address.trim() !== '') choose.at(address.trim())
      }}
    >
      <input
        type="url"
        aria-label={words.address.label}
        placeholder={words.address.placeholder}
        value={address}
        spellCheck={false}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <Button type="submit" isLarge disabled={address.trim() === ''}>
        {words.address.use}
      </Button>
      <p className={styles.note}>{words.address.about}</p>
    </form>
  )
}

function factsText({ clip, facts, isUnseen }: Video): string {
  const { facts: say, choosing, unseen } = words
  const where = clip.host === null ? [] : [choosing.at(clip.host)]
  if (isUnseen) return [...where, unseen.note].join(' · ')
  if (facts === null) return where.join('')
  const { width, height, framesPerSecond, durationMs, hasAudio } = facts
  return [
    ...where,
    say.size(width, height),
    ...(framesPerSecond === null ? [] : [say.rate(framesPerSecond)]),
    timecodeOf(durationMs / 1000, framesPerSecond),
    hasAudio === true ? say.withSound : say.silent,
  ].join(' · ')
}

function Clip({ clip, choose }: { clip: ClipView; choose: ChooseClip }) {
  const video = useVideo(clip)
  const pictures = usePicturePlayer(video)
  useVideoCommands(video, pictures)
  const levelDb = useLevel(pictures)
  const { factsError } = video
  return (
    <main className={styles.view} aria-label={words.titleOf(clip.name)} data-level-db={levelDb}>
      <header className={frame.top}>
        <h1 className={styles.title}>{clip.name}</h1>
        <span className={frame.meta}>{factsText(video)}</span>
        <Button weight="link" onClick={choose.ask}>
          {words.choosing.another}
        </Button>
        <TitleBarEnd />
      </header>
      {factsError !== null ? (
        <Blank role="alert">
          <h2>{words.choosing.unusable}</h2>
          <p>
            {errorSentence(factsError)} {words.choosing.nothingSent}
          </p>
          <Button isLarge onClick={choose.ask}>
            {words.choosing.chooseAnother}
          </Button>
        </Blank>
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
      title: words.commands.generate,
      section: 'Make',
      shortcuts: ['mod+enter'],
      isHeardInText: true,
      isEnabled: way !== undefined && way.problem === null && !video.isSending && video.planning === null,
      run: video.run,
    },
    {
      id: 'frame-back',
      title: words.picture.frameBack,
      section: 'Play',
      shortcuts: [','],
      run: () => step(-1),
    },
    { id: 'frame-on', title: words.picture.frameOn, section: 'Play', shortcuts: ['.'], run: () => step(1) },
    {
      id: 'export-stems',
      title: words.commands.stems,
      section: 'Sound',
      shortcuts: ['mod+e'],
      isEnabled: hasTracks,
      run: () => void write('stems'),
    },
    {
      id: 'export-clip',
      title: words.commands.clip,
      section: 'Sound',
      isEnabled: hasTracks && video.clip.host === null,
      run: () => void write('clip'),
    },
    {
      id: 'export-mix',
      title: words.commands.mix,
      section: 'Sound',
      isEnabled: hasTracks,
      run: () => void write('mix'),
    },
    {
      id: 'export-edit-list',
      title: words.commands.editList,
      section: 'Sound',
      isEnabled: hasTracks,
      run: () => void write('edit-list'),
    },
    ...zoomCommands(laneAxis(video, pictures), words.tracks.showAll),
  ])
  const clipName = video.clip.name
  const videoRef = useRef(video)
  videoRef.current = video
  useEffect(() => {
    transport.set({
      name: clipName,
      detail: words.picture.transport,
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
