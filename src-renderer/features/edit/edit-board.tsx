// Before and the variants of an edit side by side; edits on their way stand where their variants will be.
import type { GenerationView, SoundRow } from '../../bridge.ts'
import { bridge } from '../../bridge.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { CopyText, Switch } from '../../components/fields.tsx'
import { ProgressBar } from '../../components/progress-bar.tsx'
import { useAct } from '../../data/use-act.ts'
import { overviews } from '../../waveform/picture-cache.ts'
import { usePicture } from '../../waveform/use-picture.ts'
import { Wave } from '../../waveform/wave.tsx'
import { useWindow } from '../../window-state.ts'
import { outcomeText } from '../../wording/errors.ts'
import { isInFlight, moneyText, percent, progressText } from '../../wording/generations.ts'
import { loudness, signed } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import { useWayOn } from '../create/use-way-on.ts'
import styles from './edit.module.css'
import { editing } from './edit-state.ts'
import type { Compare } from './use-compare.ts'
import type { Edit } from './use-edit.ts'

const words = texts.edit.board

export function EditBoard({ edit, compare }: { edit: Edit; compare: Compare }) {
  const { variants } = compare
  const charged = variants.reduce((sum, { credits }) => sum + (credits ?? 0), 0)
  const kind = variants[0]?.family === 'extend' ? 'extend' : 'inpaint'
  return (
    <section className={styles.board} aria-label={words.title}>
      <header>
        <h2>{variants.length === 0 ? words.title : words.titleOf[kind]}</h2>
        {charged > 0 && <span>{words.charged(charged)}</span>}
        <Earlier edit={edit} />
        <span className={styles.right}>
          <Switch isOn={compare.isBlind} onChange={compare.toggleBlind}>
            {words.blind}
          </Switch>
          <Switch isOn={compare.isMatched} onChange={compare.toggleMatch}>
            {words.match}
          </Switch>
        </span>
      </header>
      <ol>
        <Cell edit={edit} compare={compare} sound={edit.detail} number={0} />
        {variants.map((variant, index) => (
          <Cell key={variant.id} edit={edit} compare={compare} sound={variant} number={index + 1} />
        ))}
        {edit.jobs.slice(0, Math.max(1, 4 - variants.length)).map((job) => (
          <Job key={job.id} job={job} />
        ))}
        {variants.length === 0 && edit.jobs.length === 0 && <li className={styles.none}>{words.none}</li>}
      </ol>
    </section>
  )
}

/** Steps through the edits of this sound, when there was more than one. */
function Earlier({ edit }: { edit: Edit }) {
  const made = edit.detail.children.filter(({ generationId }) => generationId !== null)
  const ids = [
    ...new Set(made.toSorted((a, b) => a.createdAtMs - b.createdAtMs).map((child) => child.generationId)),
  ]
  if (ids.length < 2) return null
  const at = Math.max(0, ids.indexOf(edit.variants[0]?.generationId ?? null))
  const step = (delta: number): void => edit.change({ generationId: ids[at + delta] ?? null })
  return (
    <span className={styles.earlier}>
      <Button weight="link" disabled={at === 0} onClick={() => step(-1)}>
        {words.earlier}
      </Button>
      {words.which(at + 1, ids.length)}
      <Button weight="link" disabled={at === ids.length - 1} onClick={() => step(1)}>
        {words.later}
      </Button>
    </span>
  )
}

interface CellProps {
  readonly edit: Edit
  readonly compare: Compare
  readonly sound: SoundRow
  /** 0 is the source. */
  readonly number: number
}

function Cell({ edit, compare, sound, number }: CellProps) {
  const { edit: store } = useWindow()
  const isSource = number === 0
  const isHidden = compare.isBlind && !isSource
  const isOn = compare.loadedId === sound.id
  const picture = usePicture(overviews, sound.hasFacts && !isHidden ? sound.id : null)
  const name = isSource ? words.before : words.variant(number)
  const offset = compare.offsetOf(sound)
  return (
    <li className={styles.cell} data-on={isOn} data-verdict={isHidden ? 'none' : (sound.verdict ?? 'none')}>
      <button
        type="button"
        className={styles.hear}
        aria-pressed={isOn}
        aria-label={words.listen(number)}
        onClick={() => compare.hear(sound)}
      >
        <span className={styles.cellHead}>
          <kbd>{number}</kbd>
          <b>{name}</b>
          <em>
            {isSource
              ? words.source
              : isHidden || sound.verdict === null
                ? ''
                : words.verdicts[sound.verdict]}
          </em>
        </span>
        <span className={styles.cellWave}>
          {picture.value === null ? (
            <i className={styles.unmade} />
          ) : (
            <Wave peaks={picture.value} kind="row" surface={`${isOn}`} />
          )}
        </span>
      </button>
      <span className={styles.cellFoot}>
        <span>
          {isHidden ? words.hidden : words.level(loudness(sound.loudnessLufs))}
          {offset !== null && ` ${signed(offset, 1)}`}
        </span>
        {!isSource && (
          <span className={styles.right}>
            {!isHidden && isOn && (
              <Button
                weight="link"
                title={words.goOnTitle}
                onClick={() => store.set((state) => editing(state, sound.id))}
              >
                {words.goOn}
              </Button>
            )}
            <IconButton
              icon="check"
              isSmall
              label={words.keep(number)}
              aria-pressed={sound.verdict === 'kept' && !isHidden}
              onClick={() => compare.judge(sound, 'kept')}
            />
            <IconButton
              icon="x"
              isSmall
              label={words.reject(number)}
              aria-pressed={sound.verdict === 'rejected' && !isHidden}
              onClick={() => compare.judge(sound, 'rejected')}
            />
          </span>
        )}
        {isSource && edit.detail.parent !== null && (
          <Button
            weight="link"
            className={styles.right}
            onClick={() => store.set((state) => editing(state, edit.detail.parent?.id ?? sound.id))}
          >
            {words.itsSource}
          </Button>
        )}
      </span>
    </li>
  )
}

function Job({ job }: { job: GenerationView }) {
  const act = useAct()
  const wayOn = useWayOn(job)
  const done = percent(job)
  const isMoving = isInFlight(job)
  return (
    <li className={styles.cell} data-job={isMoving ? 'moving' : 'failed'}>
      <span className={styles.cellHead}>
        <b>{words.variants(job.variantsRequested)}</b>
        <em>{moneyText(job)}</em>
      </span>
      {isMoving ? (
        <span className={styles.making}>
          {done !== null && <ProgressBar label={job.label} done={done / 100} />}
        </span>
      ) : (
        <span className={styles.failure} title={outcomeText(job)}>
          {outcomeText(job)}
        </span>
      )}
      <span className={styles.cellFoot}>
        <span>{isMoving ? progressText(job) : (job.error?.code ?? '')}</span>
        <span className={styles.right}>
          {job.error?.requestId !== undefined && (
            <CopyText text={job.error.requestId} what={texts.edit.requestId} />
          )}
          {job.state === 'stored' && (
            <Button
              weight="link"
              onClick={() => void act(bridge.generations.cancel({ generationId: job.id }))}
            >
              {texts.controls.cancel}
            </Button>
          )}
          {!isMoving && wayOn !== null && (
            <Button weight="link" onClick={wayOn.run}>
              {wayOn.title}
            </Button>
          )}
          {!isMoving && (
            <Button
              weight="link"
              onClick={() => void act(bridge.generations.dismiss({ generationId: job.id }))}
            >
              {words.dismiss}
            </Button>
          )}
        </span>
      </span>
    </li>
  )
}
