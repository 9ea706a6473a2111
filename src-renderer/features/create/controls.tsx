// The controls of a request. Each stands only where the selected model has it.
import { type ReactNode, useId } from 'react'
import { runCommand } from '../../commands/registry.ts'
import { Button } from '../../components/button.tsx'
import controls from '../../components/controls.module.css'
import { Segmented, Select, Slider } from '../../components/fields.tsx'
import { Icon } from '../../components/icon.tsx'
import { ParsedInput } from '../../components/parsed-input.tsx'
import { useWindow } from '../../window-state.ts'
import { texts } from '../../wording/texts.ts'
import { bareSeconds, spokenLength } from '../../wording/times.ts'
import styles from './create.module.css'
import { formatName, lengthToSlider, parseSeconds, parseSeed, sliderToLength } from './limits.ts'
import type { CreateForm } from './use-create.ts'

const words = texts.create.controls

/** @param selectedSeed the seed of the selected sound, for "From selection" */
export function Controls({ form, selectedSeed }: { form: CreateForm; selectedSeed: number | null }) {
  const { limits, choice, model, change } = form
  const { commands } = useWindow()
  if (limits === null || choice === null || model === null) return null
  const counts = Array.from(
    { length: limits.maxVariants - limits.minVariants + 1 },
    (_, i) => i + limits.minVariants,
  )
  return (
    <div className={styles.controls}>
      <Control name={words.model}>
        <Select
          label={words.model}
          value={model.id}
          options={form.models.map(({ id }) => ({ value: id, label: id }))}
          onChange={form.chooseModel}
        />
      </Control>
      <Control
        name={words.duration}
        note={words.durationRange(bareSeconds(limits.minMs), bareSeconds(limits.maxMs))}
        path="duration_ms"
        form={form}
        isGrowing
      >
        <span className={styles.slide}>
          <ParsedInput
            label={words.duration}
            className={styles.length}
            value={choice.durationMs}
            parse={parseSeconds}
            print={spokenLength}
            onChange={(durationMs) =>
              change({ durationMs: Math.min(limits.maxMs, Math.max(limits.minMs, durationMs)) })
            }
          />
          <Slider
            label={words.duration}
            value={lengthToSlider(choice.durationMs, limits)}
            min={0}
            max={1000}
            step={1}
            valueText={spokenLength(choice.durationMs)}
            onChange={(position) => change({ durationMs: sliderToLength(position, limits) })}
          />
        </span>
      </Control>
      {counts.length > 1 && (
        <Control name={words.takes} path="num_variants" form={form}>
          <Segmented
            label={words.takes}
            value={choice.variants}
            options={counts.map((count) => ({ value: count, label: String(count) }))}
            onChange={(variants) => change({ variants })}
          />
        </Control>
      )}
      <Control name={words.seed} path="seed" form={form}>
        <SeedField form={form} selectedSeed={selectedSeed} />
      </Control>
      {limits.hasLoop && (
        <Control name={words.loop} path="controls.loop" form={form}>
          <Segmented
            label={words.loop}
            value={choice.isLoop ? 'on' : 'off'}
            options={[
              { value: 'off', label: words.off },
              { value: 'on', label: words.on },
            ]}
            onChange={(value) => change({ isLoop: value === 'on' })}
          />
        </Control>
      )}
      {limits.formats.length > 1 && (
        <Control name={words.format} path="output.format" form={form}>
          <Select
            label={words.format}
            value={choice.format}
            options={limits.formats.map((format) => ({ value: format, label: formatName(format) }))}
            onChange={(format) => change({ format })}
          />
        </Control>
      )}
      <Control name={words.more}>
        <span className={styles.more}>
          <Button title={words.presetsTitle} onClick={() => runCommand(commands, 'prompts')}>
            {words.presets}
          </Button>
          <Button title={words.severalTitle} onClick={() => runCommand(commands, 'batch')}>
            {words.several}
          </Button>
        </span>
      </Control>
      {limits.maxNegativeChars > 0 && (
        <div className={styles.negative}>
          <Control name={words.without} note={words.withoutAbout} path="input.negative_prompt" form={form}>
            <input
              className={controls.input}
              aria-label={words.without}
              value={form.negativePrompt}
              onChange={(event) => form.setNegativePrompt(event.currentTarget.value)}
            />
          </Control>
        </div>
      )}
    </div>
  )
}

interface ControlProps {
  readonly name: string
  readonly note?: string
  /** Its path in the request: a badge says when the model may ignore it. */
  readonly path?: string
  readonly form?: CreateForm
  readonly isGrowing?: boolean
  readonly children: ReactNode
}

function Control({ name, note, path, form, isGrowing, children }: ControlProps) {
  const isExperimental = path !== undefined && form?.limits?.experimental.has(path) === true
  return (
    <div className={`${styles.control} ${isGrowing === true ? styles.grow : ''}`}>
      <span className={controls.label}>
        {name}
        {note !== undefined && <span className={styles.unit}>{note}</span>}
        {isExperimental && <span className={controls.badge}>{texts.controls.mayBeIgnored}</span>}
      </span>
      {children}
    </div>
  )
}

function SeedField({ form, selectedSeed }: { form: CreateForm; selectedSeed: number | null }) {
  const noteId = useId()
  const { choice, change } = form
  const isLocked = choice?.seed !== null
  return (
    <span className={styles.seed}>
      <ParsedInput
        label={words.seed}
        placeholder={words.seedPlaceholder}
        describedBy={noteId}
        value={choice?.seed ?? null}
        parse={parseSeed}
        print={String}
        onChange={(lockedSeed) => change({ lockedSeed })}
        onClear={() => change({ lockedSeed: null })}
      />
      <span id={noteId} className="spoken">
        {words.seedAbout}
      </span>
      <Button
        aria-pressed={isLocked}
        aria-label={isLocked ? words.seedLocked : words.lockSeed}
        title={isLocked ? words.unlockSeed : words.lockSeed}
        onClick={() => change({ lockedSeed: isLocked ? null : newSeed() })}
      >
        <Icon name={isLocked ? 'lock' : 'unlock'} size={12} />
      </Button>
      <Button disabled={selectedSeed === null} onClick={() => change({ lockedSeed: selectedSeed })}>
        {words.seedOfSelection}
      </Button>
    </span>
  )
}

/** Any of the 2^32 seeds. */
const newSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
