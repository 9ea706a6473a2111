// The engraved score, page by page: a picture that the main process engraves when its page is seen, with the moment that plays.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { bridge, errorOf, type ScorePage, unwrap } from '../../bridge.ts'
import { useCommands } from '../../commands/registry.ts'
import { IconButton } from '../../components/button.tsx'
import { Segmented } from '../../components/fields.tsx'
import { useProgress } from '../../player/use-progress.ts'
import { useStore } from '../../store.ts'
import { useWindow } from '../../window-state.ts'
import { errorSentence } from '../../wording/errors.ts'
import { texts } from '../../wording/texts.ts'
import styles from './transcribe.module.css'
import type { Transcription } from './use-transcription.ts'

const words = texts.transcribe.score

export function ScorePane({ transcription }: { transcription: Transcription }) {
  const { shown, state, table } = transcription
  const generationId = shown?.generation.id ?? ''
  const hasScore = shown?.files.some(({ kind }) => kind === 'musicxml') === true
  const chosen = table.parts.find(({ instrument }) => instrument === state.chosenPart)?.instrument ?? null
  const part = state.isScoreOfPart ? chosen : null
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['transcription-score', generationId, part, state.scorePage],
    queryFn: () => unwrap(bridge.transcriptions.scorePage({ generationId, part, page: state.scorePage })),
    enabled: hasScore,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before, query) => (query?.queryKey[1] === generationId ? before : undefined),
  })
  const turn = (by: number): void => transcription.change({ scorePage: state.scorePage + by })
  const isFirst = state.scorePage <= 1
  const isLast = state.scorePage >= (data?.pageCount ?? 1)
  const { isScoreLarge } = transcription
  const resize = (): void => transcription.change({ isScoreLarge: !isScoreLarge })
  const size = isScoreLarge ? words.small : words.large
  useCommands([
    {
      id: 'score-size',
      title: size,
      section: 'Window',
      shortcuts: ['v'],
      isEnabled: data !== undefined,
      run: resize,
    },
    {
      id: 'score-page-before',
      title: words.before,
      section: 'Go to',
      shortcuts: ['pageup'],
      isEnabled: !isFirst,
      run: () => turn(-1),
    },
    {
      id: 'score-next-page',
      title: words.next,
      section: 'Go to',
      shortcuts: ['pagedown'],
      isEnabled: !isLast,
      run: () => turn(1),
    },
  ])
  return (
    <section className={styles.score} aria-label={words.title}>
      <header className={styles.head}>
        <h2>{words.title}</h2>
        {data !== undefined && (
          <>
            <span className={styles.note}>{words.page(state.scorePage, data.pageCount)}</span>
            <span className={styles.turn}>
              <IconButton icon="up" label={words.before} disabled={isFirst} onClick={() => turn(-1)} />
              <IconButton icon="down" label={words.next} disabled={isLast} onClick={() => turn(1)} />
              <IconButton icon={isScoreLarge ? 'reduce' : 'enlarge'} label={size} onClick={resize} />
            </span>
            {table.parts.length > 1 && (
              <Segmented
                label={words.which}
                value={part === null ? 'full' : 'part'}
                options={[
                  { value: 'full', label: words.full },
                  { value: 'part', label: words.part },
                ]}
                onChange={(which) =>
                  transcription.change({
                    isScoreOfPart: which === 'part',
                    scorePage: 1,
                    ...(which === 'part' && chosen === null
                      ? { chosenPart: table.parts[0]?.instrument ?? null }
                      : {}),
                  })
                }
              />
            )}
          </>
        )}
      </header>
      <div className={styles.desk}>
        {data !== undefined ? (
          <Page page={data} isOnItsWay={isPlaceholderData} transcription={transcription} />
        ) : (
          <p className={styles.none} role={error === null ? undefined : 'alert'}>
            {error !== null ? errorSentence(errorOf(error)) : hasScore ? words.engraving : words.none}
          </p>
        )}
      </div>
    </section>
  )
}

interface PageProps {
  readonly page: ScorePage
  /** Another page was asked for, and this one stands until it is there. */
  readonly isOnItsWay: boolean
  readonly transcription: Transcription
}

function Page({ page, isOnItsWay, transcription }: PageProps) {
  const { player } = useWindow()
  const isLoaded = useStore(player.state, ({ sound }) => sound?.id === transcription.detail.id)
  const positionS = useProgress(player, isLoaded)
  const [url, setUrl] = useState<string | null>(null)
  // A picture from a blob: nothing that stands in a service's score can run or be fetched.
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([page.svg], { type: 'image/svg+xml' }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [page.svg])
  const quarter = transcription.grid === null ? null : transcription.grid.quarterAt(positionS)
  const mark = quarter === null || !isLoaded ? null : markAt(page, quarter)
  const { scorePage } = transcription.state
  const isPlaying = useStore(player.state, ({ status }) => status === 'playing')
  const { change } = transcription
  const heard = useRef({ quarter: 0, isComingBack: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is turned as the music moves
  useEffect(() => {
    if (quarter === null) return
    const { current: before } = heard
    const isAhead = quarter < (page.marks[0]?.quarter ?? Number.NEGATIVE_INFINITY) - 1e-6
    const isBehind = quarter > (page.marks.at(-1)?.quarter ?? Number.POSITIVE_INFINITY) + TURN_AFTER
    // Who looks ahead is left there; only where the music goes back, as a loop does, the pages go with it.
    const isComingBack = isAhead && (before.isComingBack || quarter < before.quarter)
    heard.current = { quarter, isComingBack }
    if (!isPlaying || isOnItsWay) return
    if (isBehind && scorePage < page.pageCount) change({ scorePage: scorePage + 1 })
    if (isComingBack && scorePage > 1) change({ scorePage: scorePage - 1 })
  }, [isPlaying, quarter, page, isOnItsWay])
  const markRef = useRef<HTMLElement>(null)
  const system = mark?.top ?? null
  // A page that is larger than its desk follows the music from system to system.
  useEffect(() => {
    if (isPlaying && system !== null) markRef.current?.scrollIntoView({ block: 'nearest' })
  }, [isPlaying, system])
  if (url === null) return null
  return (
    <div className={styles.page}>
      <img src={url} alt={words.picture(scorePage, page.pageCount)} draggable={false} />
      {mark !== null && (
        <i
          ref={markRef}
          className={styles.moment}
          style={{
            left: `${mark.x * 100}%`,
            top: `${mark.top * 100 - 1}%`,
            height: `${(mark.bottom - mark.top) * 100 + 2}%`,
          }}
        />
      )}
    </div>
  )
}

/** The last note of a page sounds so many quarters before it is turned. */
const TURN_AFTER = 1

/** The moment that sounds: the last one that has begun; null on another page. */
function markAt({ marks }: ScorePage, quarter: number): ScorePage['marks'][number] | null {
  const [first] = marks
  const last = marks.at(-1)
  if (first === undefined || last === undefined) return null
  if (quarter < first.quarter - 1e-6 || quarter > last.quarter + TURN_AFTER) return null
  return marks.findLast((mark) => mark.quarter <= quarter + 1e-6) ?? first
}
