// Fields: a choice of few, a choice of many, one more of many, a slider, a switch, a text that is copied by a click.
import { type ReactNode, useMemo, useRef } from 'react'
import {
  Button as AriaButton,
  Select as AriaSelect,
  ListBox,
  ListBoxItem,
  Menu,
  MenuItem,
  MenuTrigger,
  Popover,
  SelectValue,
} from 'react-aria-components'
import { bridge } from '../bridge.ts'
import { useAct } from '../data/use-act.ts'
import { texts } from '../wording/texts.ts'
import styles from './controls.module.css'
import { cx } from './cx.ts'
import { Icon, type IconName } from './icon.tsx'

export interface Option<T extends string | number> {
  readonly value: T
  readonly label: string
  /** Shown in place of the label, which then names it, by a choice of few. */
  readonly icon?: IconName
  /** Said beside the label in the list. */
  readonly note?: string
}

interface ChoiceProps<T extends string | number> {
  readonly label: string
  readonly value: T
  readonly options: readonly Option<T>[]
  readonly onChange: (value: T) => void
}

/** A choice of few, all in view: a radio group that the arrows walk. */
export function Segmented<T extends string | number>({ label, value, options, onChange }: ChoiceProps<T>) {
  const groupRef = useRef<HTMLSpanElement>(null)
  const walk = (delta: number): void => {
    const index = options.findIndex((option) => option.value === value)
    const next = options[(index + delta + options.length) % options.length]
    if (next === undefined) return
    onChange(next.value)
    groupRef.current?.querySelectorAll('button')[options.indexOf(next)]?.focus()
  }
  return (
    <span
      ref={groupRef}
      role="radiogroup"
      aria-label={label}
      className={styles.seg}
      onKeyDown={(event) => {
        const delta = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
        if (delta === undefined) return
        event.preventDefault()
        event.stopPropagation()
        walk(delta)
      }}
    >
      {options.map((option) => (
        // biome-ignore lint/a11y/useSemanticElements: native radios cannot be drawn as one bar of buttons
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={option.value === value ? 0 : -1}
          aria-label={option.icon === undefined ? undefined : option.label}
          title={option.icon === undefined ? undefined : option.label}
          onClick={() => onChange(option.value)}
        >
          {option.icon === undefined ? option.label : <Icon name={option.icon} />}
        </button>
      ))}
    </span>
  )
}

/** A choice of many, in a list that opens. Costs nothing while what it shows stays the same, however often what holds it is drawn. */
export function Select<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  const latest = useRef({ options, onChange })
  latest.current = { options, onChange }
  const shown = JSON.stringify(options)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` stands for the options
  return useMemo(
    () => (
      <AriaSelect
        aria-label={label}
        value={value}
        onChange={(key) => {
          const option = latest.current.options.find((each) => each.value === key)
          if (option !== undefined) latest.current.onChange(option.value)
        }}
      >
        <AriaButton className={styles.select ?? ''}>
          <SelectValue>{() => options.find((option) => option.value === value)?.label ?? value}</SelectValue>
          <Icon name="down" size={12} />
        </AriaButton>
        <Popover className={styles.menu ?? ''} offset={4}>
          <ListBox items={options.map((option) => ({ ...option, id: option.value }))} aria-label={label}>
            {(option) => (
              <ListBoxItem className={styles.item ?? ''} textValue={option.label}>
                <span className={styles.mark}>
                  {option.value === value && <Icon name="check" size={12} />}
                </span>
                <span>{option.label}</span>
                {option.note !== undefined && <span className={styles.label}>{option.note}</span>}
              </ListBoxItem>
            )}
          </ListBox>
        </Popover>
      </AriaSelect>
    ),
    [label, value, shown],
  )
}

interface AdderProps<T extends string> {
  readonly label: string
  readonly options: readonly Option<T>[]
  readonly onAdd: (value: T) => void
}

/** Adds one of many to something: a menu, which takes only what is chosen in it. A select would take what is typed while it is closed. */
export function Adder<T extends string>({ label, options, onAdd }: AdderProps<T>) {
  return (
    <MenuTrigger>
      <AriaButton className={styles.select ?? ''}>
        {label}
        <Icon name="down" size={12} />
      </AriaButton>
      <Popover className={styles.menu ?? ''} offset={4} placement="bottom start">
        <Menu aria-label={label} items={options.map((option) => ({ ...option, id: option.value }))}>
          {(option) => (
            <MenuItem
              className={styles.item ?? ''}
              textValue={option.label}
              onAction={() => onAdd(option.value)}
            >
              {option.label}
            </MenuItem>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

interface SliderProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  readonly valueText: string
  readonly onChange: (value: number) => void
  readonly onDoubleClick?: () => void
}

/** A thin line with a cap. Double click may restore. */
export function Slider({ label, value, min, max, step, valueText, onChange, onDoubleClick }: SliderProps) {
  const percent = max === min ? 0 : ((value - min) / (max - min)) * 100
  return (
    <span className={styles.slider}>
      <span className={styles.track}>
        <span className={styles.fill} style={{ width: `${percent}%` }} />
      </span>
      <input
        type="range"
        aria-label={label}
        aria-valuetext={valueText}
        value={value}
        min={min}
        max={max}
        step={step}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        onDoubleClick={onDoubleClick}
      />
    </span>
  )
}

interface SwitchProps {
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly children: ReactNode
}

/** A box to tick, with its words. */
export function Switch({ isOn, onChange, children }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      className={styles.switch}
      onClick={() => onChange(!isOn)}
    >
      <i>{isOn && <Icon name="check" size={12} />}</i>
      <span>{children}</span>
    </button>
  )
}

/** An identifier that a click copies. */
export function CopyText({
  text,
  what,
  className,
}: {
  text: string
  what: string
  className?: string | undefined
}) {
  const act = useAct()
  return (
    <button
      type="button"
      className={cx(styles.copy, className)}
      aria-label={texts.controls.copyThis(what, text)}
      title={texts.controls.copy(what)}
      onClick={(event) => {
        event.stopPropagation()
        void act(bridge.app.copyText({ text }), () => texts.controls.copied(text))
      }}
    >
      <span>{text}</span>
      <Icon name="copy" size={12} />
    </button>
  )
}
