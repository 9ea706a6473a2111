// The column at the right: the two tools with their own prices, one of them active; then family and facts of the sound.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type BridgeError, bridge, type SoundRow } from '../../bridge.ts'
import { Button, Keys } from '../../components/button.tsx'
import controls from '../../components/controls.module.css'
import { cx } from '../../components/cx.ts'
import { CopyText, Segmented, Select, Switch } from '../../components/fields.tsx'
import { ParsedInput } from '../../components/parsed-input.tsx'
import { sound } from '../../data/queries.ts'
import { useAct } from '../../data/use-act.ts'
import type { Region } from '../../player/time-math.ts'
import { useWindow } from '../../window-state.ts'
import { errorSentence } from '../../wording/errors.ts'
import { decimal, NONE } from '../../wording/numbers.ts'
import { isAffordable, missingText, priceText } from '../../wording/quotes.ts'
import { texts } from '../../wording/texts.ts'
import { bareSeconds, exactSeconds, spokenLength } from '../../wording/times.ts'
import { PoweredBy } from '../create/generate-row.tsx'
import { parseSeconds, parseSeed } from '../create/limits.ts'
import { Lineage } from '../inspector/lineage.tsx'
import styles from './edit.module.css'
import { fittingRegion, type Tool } from './edit-limits.ts'
import { GuideField } from './guide-field.tsx'
import type { Edit, ToolForm } from './use-edit.ts'

const words = texts.edit.panel

export function EditPanel({ edit, region }: { edit: Edit; region: Region | null }) {
  const { connection, model, models, isRead } = edit
  return (
    <aside className={styles.panel} aria-label={words.label}>
      {model === null ? (
        <Unable name={connection?.name ?? null} isRead={isRead || connection === null} />
      ) : (
        <>
          {models.length > 1 && (
            <div className={styles.part}>
              <Select
                label={words.model}
                value={model.id}
                options={models.map(({ id }) => ({ value: id, label: id }))}
                onChange={edit.chooseModel}
              />
            </div>
          )}
          {edit.inpaint !== null && <Inpaint edit={edit} form={edit.inpaint} region={region} />}
          {edit.extend !== null && <Extend edit={edit} form={edit.extend} />}
          <p className={styles.credit}>
            <PoweredBy name={connection?.name ?? null} isBuiltIn={connection?.kind === 'built-in'} />
          </p>
        </>
      )}
      <Lineage detail={edit.detail} />
      <Facts shown={edit.shown} />
    </aside>
  )
}

function Unable({ name, isRead }: { name: string | null; isRead: boolean }) {
  const { view } = useWindow()
  return (
    <section className={styles.part}>
      <p className={styles.muted}>
        {!isRead ? words.asking : name === null ? words.noConnection : words.noEdits(name)}
      </p>
      {isRead && <Button onClick={() => view.set('settings')}>{words.chooseAnother}</Button>}
    </section>
  )
}

function Inpaint({
  edit,
  form,
  region,
}: {
  edit: Edit
  form: NonNullable<Edit['inpaint']>
  region: Region | null
}) {
  const { player } = useWindow()
  const { limits } = form
  const fitted = region === null ? null : fittingRegion(region, limits, edit.detail.durationMs)
  const needsFitting =
    fitted !== null && region !== null && (fitted.startS !== region.startS || fitted.endS !== region.endS)
  return (
    <ToolPart edit={edit} tool="inpaint" shortcut="r" form={form}>
      <Prompt edit={edit} tool="inpaint" experimental={limits.experimental} />
      <Without edit={edit} tool="inpaint" limits={limits} />
      <Fact name={words.region}>
        {region === null ? NONE : `${exactSeconds(region.endS - region.startS)} s`}
        <em className={styles.note}>
          {words.range(bareSeconds(limits.minWidthMs), bareSeconds(limits.maxWidthMs))}
        </em>
      </Fact>
      {limits.takesVideo && <GuideField edit={edit} tool="inpaint" />}
      <Variants edit={edit} tool="inpaint" limits={limits} />
      <Seed edit={edit} />
      {needsFitting && (
        <Button
          weight="link"
          onClick={() => {
            edit.change({ region: fitted })
            player.setRegion(fitted)
          }}
        >
          {words.fit}
        </Button>
      )}
    </ToolPart>
  )
}

function Extend({ edit, form }: { edit: Edit; form: NonNullable<Edit['extend']> }) {
  const { limits } = form
  const { isLoop } = edit.state
  return (
    <ToolPart edit={edit} tool="extend" shortcut="e" form={form}>
      <Prompt edit={edit} tool="extend" experimental={limits.experimental} />
      <Without edit={edit} tool="extend" limits={limits} />
      <Fact name={words.append}>
        <ParsedInput
          label={words.append}
          className={styles.number}
          value={edit.appendMs}
          parse={parseSeconds}
          print={spokenLength}
          onChange={(appendMs) => edit.change({ tool: 'extend', appendMs })}
        />
        <em className={styles.note}>
          {words.range(bareSeconds(isLoop ? limits.minWithLoopMs : limits.minMs), bareSeconds(limits.maxMs))}
        </em>
      </Fact>
      <Fact name={words.newLength}>{exactSeconds((edit.detail.durationMs + edit.appendMs) / 1000)} s</Fact>
      {limits.takesVideo && <GuideField edit={edit} tool="extend" />}
      <Variants edit={edit} tool="extend" limits={limits} />
      <Seed edit={edit} />
      {limits.hasLoop && (
        <Fact name={words.loop}>
          {limits.takesVideo && edit.state.extend.guide !== null ? (
            <em className={styles.note}>{texts.guide.noLoop}</em>
          ) : (
            <Switch isOn={isLoop} onChange={(next) => edit.change({ tool: 'extend', isLoop: next })}>
              {words.seamless}
            </Switch>
          )}
        </Fact>
      )}
    </ToolPart>
  )
}

interface ToolPartProps {
  readonly edit: Edit
  readonly tool: Tool
  readonly shortcut: string
  readonly form: Omit<ToolForm<unknown>, 'limits'>
  readonly children: ReactNode
}

/** One tool: an amber edge and the primary button while it is the active one. */
function ToolPart({ edit, tool, shortcut, form, children }: ToolPartProps) {
  const { title, action } = words[tool]
  const isActive = edit.state.tool === tool
  const { quote, refusal } = form
  return (
    <section className={styles.tool} data-active={isActive} aria-label={title}>
      <h2>
        <button type="button" aria-pressed={isActive} onClick={() => edit.change({ tool })}>
          {title}
        </button>
        <Keys of={shortcut} />
      </h2>
      {children}
      <div className={styles.pay}>
        <span>
          <b>{quote === null ? (refusal === null ? words.quoting : NONE) : priceText(quote)}</b>
          <em className={styles.note}>
            {quote?.isEstimate === true && quote.isMetered ? words.byPrice : billedText(edit, tool)}
          </em>
        </span>
        <Button
          weight={isActive ? 'primary' : 'plain'}
          disabled={refusal !== null || form.isSending}
          onClick={(event) => {
            // The second click of a double click is not a second wish.
            if (event.detail > 1) return
            edit.change({ tool })
            form.run()
          }}
        >
          {action} {isActive && <Keys of="mod+enter" />}
        </Button>
      </div>
      {refusal !== null && isActive && <Refusal refusal={refusal} approve={form.approve} />}
      {quote?.creditRecovery !== undefined && !isAffordable(quote.creditRecovery) && (
        <Short recovery={quote.creditRecovery} />
      )}
    </section>
  )
}

const billedText = (edit: Edit, tool: Tool): string =>
  tool === 'extend'
    ? words.extend.paid(spokenLength(edit.appendMs), edit.state.extend.variants)
    : words.inpaint.paid

function Refusal({ refusal, approve }: { refusal: BridgeError; approve: () => void }) {
  return (
    <p className={styles.refusal} role="alert">
      {errorSentence(refusal)}
      {refusal.requestId !== undefined && <CopyText text={refusal.requestId} what={texts.edit.requestId} />}
      {refusal.approval !== undefined && (
        <Button onClick={approve}>{texts.quotes.allowOnce(refusal.approval.credits)}</Button>
      )}
    </p>
  )
}

function Short({ recovery }: { recovery: Parameters<typeof missingText>[0] }) {
  const act = useAct()
  const { lead, rest, action } = missingText(recovery)
  return (
    <p className={styles.refusal} role="alert">
      <b>{lead}</b> {rest}
      {action !== null && (
        <Button onClick={() => void act(bridge.app.openExternal({ url: action.url }))}>{action.label}</Button>
      )}
    </p>
  )
}

interface PromptProps {
  readonly edit: Edit
  readonly tool: Tool
  /** Paths that the model may ignore. */
  readonly experimental: ReadonlySet<string>
}

function Prompt({ edit, tool, experimental }: PromptProps) {
  return (
    <>
      <textarea
        className={controls.area}
        rows={2}
        aria-label={words[tool].prompt}
        placeholder={words[tool].placeholder}
        value={edit.state[tool].prompt}
        onFocus={() => edit.change({ tool })}
        onChange={(event) => edit.changeTool(tool, { prompt: event.currentTarget.value })}
      />
      {experimental.has('input.prompt') && <MayBeIgnored />}
    </>
  )
}

const MayBeIgnored = () => <span className={controls.badge}>{texts.controls.mayBeIgnored}</span>

/** What should not be heard, where the model takes it. */
function Without({
  edit,
  tool,
  limits,
}: {
  edit: Edit
  tool: Tool
  limits: { readonly maxNegativeChars: number; readonly experimental: ReadonlySet<string> }
}) {
  if (limits.maxNegativeChars === 0) return null
  return (
    <div className={styles.without}>
      <input
        className={cx(controls.input, styles.without)}
        aria-label={words[tool].without}
        placeholder={words.withoutPlaceholder}
        value={edit.state[tool].negativePrompt}
        onFocus={() => edit.change({ tool })}
        onChange={(event) => edit.changeTool(tool, { negativePrompt: event.currentTarget.value })}
      />
      {limits.experimental.has('input.negative_prompt') && <MayBeIgnored />}
    </div>
  )
}

function Variants({
  edit,
  tool,
  limits,
}: {
  edit: Edit
  tool: Tool
  limits: { readonly minVariants: number; readonly maxVariants: number }
}) {
  const counts = Array.from(
    { length: limits.maxVariants - limits.minVariants + 1 },
    (_, index) => index + limits.minVariants,
  )
  if (counts.length < 2) return null
  return (
    <Fact name={words.variants}>
      <Segmented
        label={words[tool].variants}
        value={edit.state[tool].variants}
        options={counts.map((count) => ({ value: count, label: String(count) }))}
        onChange={(variants) => edit.changeTool(tool, { variants })}
      />
    </Fact>
  )
}

function Seed({ edit }: { edit: Edit }) {
  const { lockedSeed } = edit.state
  return (
    <Fact name={words.seed}>
      <ParsedInput
        label={words.seed}
        className={styles.number}
        placeholder={words.seedPlaceholder}
        value={lockedSeed}
        parse={parseSeed}
        print={String}
        onChange={(seed) => edit.change({ lockedSeed: seed })}
        onClear={() => edit.change({ lockedSeed: null })}
      />
      {edit.detail.seed !== null && lockedSeed !== edit.detail.seed && (
        <Button weight="link" onClick={() => edit.change({ lockedSeed: edit.detail.seed })}>
          {words.seedOfSource}
        </Button>
      )}
    </Fact>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <span>{name}</span>
      <span>{children}</span>
    </div>
  )
}

function Facts({ shown }: { shown: SoundRow }) {
  const { data } = useQuery(sound(shown.id))
  return (
    <section className={styles.part} aria-label={words.sound}>
      <h2>{words.sound}</h2>
      <Fact name={words.loudness}>
        {shown.loudnessLufs === null ? NONE : words.level(decimal(shown.loudnessLufs, 1))}
      </Fact>
      <Fact name={words.truePeak}>
        {shown.truePeakDb === null ? NONE : words.peak(decimal(shown.truePeakDb, 1))}
      </Fact>
      <Fact name={words.madeBy}>{data?.connectionName ?? words.imported}</Fact>
      <Fact name={words.file}>
        <span className={styles.long} title={data?.fileName}>
          {data?.fileName ?? NONE}
        </span>
      </Fact>
    </section>
  )
}
