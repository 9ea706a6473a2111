// The controls of a request. Each stands only where the selected model has it.
import { type ReactNode, useId } from 'react'
import { runCommand } from '../../commands/registry.ts'
import { Button } from '../../components/button.tsx'
import controls from '../../components/controls.module.css'
import { Segmented, Select, Slider } from '../../components/fields.tsx'
import { Icon } from '../../components/icon.tsx'
import { ParsedInput } from '../../components/parsed-input.tsx'
import { useWindow } from '../../window-state.ts'
import { bareSeconds, spokenLength } from '../../wording/times.ts'
import styles from './create.module.css'
import { formatName, lengthToSlider, parseSeconds, parseSeed, sliderToLength } from './limits.ts'
import type { CreateForm } from './use-create.ts'

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
      <Control name="Model">
        <Select
          label="Model"
          value={model.id}
          options={form.models.map(({ id }) => ({ value: id, label: id }))}
          onChange={form.chooseModel}
        />
      </Control>
      <Control
        name="Duration"
        note={`${bareSeconds(limits.minMs)} to ${bareSeconds(limits.maxMs)} s`}
        path="duration_ms"
        form={form}
        isGrowing
      >
        <span className={styles.slide}>
          <ParsedInput
            label="Duration"
            className={styles.length}
            value={choice.durationMs}
            parse={parseSeconds}
            print={spokenLength}
            onChange={(durationMs) =>
              change({ durationMs: Math.min(limits.maxMs, Math.max(limits.minMs, durationMs)) })
            }
          />
          <Slider
            label="Duration"
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
        <Control name="Takes" path="num_variants" form={form}>
          <Segmented
            label="Takes"
            value={choice.variants}
            options={counts.map((count) => ({ value: count, label: String(count) }))}
            onChange={(variants) => change({ variants })}
          />
        </Control>
      )}
      <Control name="Seed" path="seed" form={form}>
        <SeedField form={form} selectedSeed={selectedSeed} />
      </Control>
      {limits.hasLoop && (
        <Control name="Loop" path="controls.loop" form={form}>
          <Segmented
            label="Loop"
            value={choice.isLoop ? 'on' : 'off'}
            options={[
              { value: 'off', label: 'Off' },
              { value: 'on', label: 'On' },
            ]}
            onChange={(value) => change({ isLoop: value === 'on' })}
          />
        </Control>
      )}
      {limits.formats.length > 1 && (
        <Control name="Format" path="output.format" form={form}>
          <Select
            label="Format"
            value={choice.format}
            options={limits.formats.map((format) => ({ value: format, label: formatName(format) }))}
            onChange={(format) => change({ format })}
          />
        </Control>
      )}
      <Control name="More">
        <span className={styles.more}>
          <Button title="Earlier prompts and presets" onClick={() => runCommand(commands, 'prompts')}>
            Presets…
          </Button>
          <Button title="Several prompts at once" onClick={() => runCommand(commands, 'batch')}>
            Several…
          </Button>
        </span>
      </Control>
      {limits.maxNegativeChars > 0 && (
        <div className={styles.negative}>
          <Control
            name="Without"
            note="what should not be heard, parted by commas"
            path="input.negative_prompt"
            form={form}
          >
            <input
              className={controls.input}
              aria-label="Without"
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
        {isExperimental && <span className={controls.badge}>may be ignored</span>}
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
        label="Seed"
        placeholder="service picks"
        describedBy={noteId}
        value={choice?.seed ?? null}
        parse={parseSeed}
        print={String}
        onChange={(lockedSeed) => change({ lockedSeed })}
        onClear={() => change({ lockedSeed: null })}
      />
      <span id={noteId} className="spoken">
        A whole number from 0 to 4294967295; empty lets the service pick.
      </span>
      <Button
        aria-pressed={isLocked}
        aria-label={isLocked ? 'Seed is locked: let the service pick' : 'Lock a new seed'}
        title={isLocked ? 'Let the service pick' : 'Lock a new seed'}
        onClick={() => change({ lockedSeed: isLocked ? null : newSeed() })}
      >
        <Icon name={isLocked ? 'lock' : 'unlock'} size={12} />
      </Button>
      <Button disabled={selectedSeed === null} onClick={() => change({ lockedSeed: selectedSeed })}>
        From selection
      </Button>
    </span>
  )
}

/** Any of the 2^32 seeds. */
const newSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
