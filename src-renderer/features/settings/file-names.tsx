// How exported files are called: a template with fields, and the newest sounds as they would be named by it.
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { errorOf, type FileNames } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import controls from '../../components/controls.module.css'
import { cx } from '../../components/cx.ts'
import { Select } from '../../components/fields.tsx'
import { exportNames } from '../../data/queries.ts'
import { useSettled } from '../../data/use-delayed.ts'
import { useSettings } from '../../data/use-settings.ts'
import { useWindow } from '../../window-state.ts'
import { errorSentence } from '../../wording/errors.ts'
import { texts } from '../../wording/texts.ts'
import { DEFAULT_EXPORT, exportProblem, TEMPLATES } from '../exports/export-options.ts'
import { Group, Lead, Line } from './parts.tsx'
import { newestSounds } from './queries.ts'
import styles from './settings.module.css'

const words = texts.settings.names
/** Typing pauses this long before names are asked for and the template is kept. */
const SETTLED_MS = 300
const EXAMPLES = 3
const LONGEST_TEMPLATE = 300
const LONGEST_ID = 60

export function FileNamesSection() {
  const [names, put] = useKeptNames()
  const templateRef = useRef<HTMLInputElement>(null)
  const problem = problemOf(names)
  const settled = useSettled(names, SETTLED_MS)
  const insert = (field: string): void => {
    const input = templateRef.current
    const [start, end] = [input?.selectionStart, input?.selectionEnd]
    const { nameTemplate } = names
    const from = start ?? nameTemplate.length
    const filled = `${nameTemplate.slice(0, from)}{${field}}${nameTemplate.slice(end ?? from)}`
    put({ nameTemplate: filled.slice(0, LONGEST_TEMPLATE) })
    input?.focus()
  }
  const isKnown = TEMPLATES.some(({ value }) => value === names.nameTemplate)
  return (
    <>
      <Lead>{words.lead}</Lead>
      <Group>
        <Line name={words.template} note={problem}>
          <Select
            label={words.templates}
            value={names.nameTemplate}
            options={isKnown ? TEMPLATES : [...TEMPLATES, { value: names.nameTemplate, label: words.own }]}
            onChange={(nameTemplate) => put({ nameTemplate })}
          />
          <Text
            label={words.template}
            value={names.nameTemplate}
            longest={LONGEST_TEMPLATE}
            isInvalid={problem !== null}
            inputRef={templateRef}
            onChange={(nameTemplate) => put({ nameTemplate })}
          />
        </Line>
        <Line name={words.fields}>
          <div className={styles.chips}>
            {words.fieldsList.split(', ').map((field) => (
              <Button key={field} aria-label={words.insert(field)} onClick={() => insert(field)}>
                {field}
              </Button>
            ))}
          </div>
        </Line>
        <Line name={words.folders}>
          <Text
            label={words.folders}
            value={names.folderTemplate}
            placeholder={words.foldersPlaceholder}
            longest={LONGEST_TEMPLATE}
            onChange={(folderTemplate) => put({ folderTemplate })}
          />
        </Line>
        <Line name={words.creator} note={words.creatorNote}>
          <Text
            label={words.creator}
            value={names.creator}
            longest={LONGEST_ID}
            isShort
            onChange={(creator) => put({ creator })}
          />
        </Line>
        <Line name={words.source} note={words.sourceNote}>
          <Text
            label={words.source}
            value={names.source}
            longest={LONGEST_ID}
            isShort
            onChange={(source) => put({ source })}
          />
        </Line>
      </Group>
      <Preview names={settled} />
    </>
  )
}

const problemOf = (names: FileNames): string | null => exportProblem({ ...DEFAULT_EXPORT, ...names })

/** The names as they are typed; kept where they are of use, when typing pauses and when the section is left. */
function useKeptNames(): readonly [FileNames, (part: Partial<FileNames>) => void] {
  const [settings, change] = useSettings()
  const [names, setNames] = useState(settings.fileNames)
  const typed = useRef(names)
  const kept = useRef(names)
  typed.current = names
  const keep = useCallback((): void => {
    if (typed.current === kept.current || problemOf(typed.current) !== null) return
    kept.current = typed.current
    change({ fileNames: typed.current })
  }, [change])
  const settled = useSettled(names, SETTLED_MS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the pause that counts
  useEffect(keep, [settled, keep])
  useEffect(() => keep, [keep])
  return [names, (part) => setNames((now) => ({ ...now, ...part }))]
}

function Preview({ names }: { names: FileNames }) {
  const newest = useQuery(newestSounds(EXAMPLES))
  const soundIds = newest.data ?? []
  const options = { ...DEFAULT_EXPORT, ...names }
  const examples = useQuery({
    ...exportNames({ soundIds, options }),
    enabled: soundIds.length > 0 && problemOf(names) === null,
    retry: false,
    // The names stay in view until the new ones are there.
    placeholderData: (before) => before,
  })
  const error = newest.error ?? examples.error
  return (
    <Group title={words.preview}>
      {newest.data?.length === 0 && <p className={styles.quiet}>{words.noSounds}</p>}
      <ul className={styles.examples} aria-label={words.preview} aria-live="polite">
        {(examples.data?.names ?? []).map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      {error !== null && <p role="alert">{errorSentence(errorOf(error))}</p>}
    </Group>
  )
}

interface TextProps {
  readonly label: string
  readonly value: string
  readonly longest: number
  readonly placeholder?: string
  readonly isShort?: boolean
  readonly isInvalid?: boolean
  readonly inputRef?: React.Ref<HTMLInputElement>
  readonly onChange: (value: string) => void
}

const Text = (props: TextProps) => (
  <input
    ref={props.inputRef}
    className={cx(controls.input, props.isShort === true ? styles.short : styles.wide)}
    aria-label={props.label}
    aria-invalid={props.isInvalid}
    placeholder={props.placeholder}
    value={props.value}
    maxLength={props.longest}
    spellCheck={false}
    onChange={(event) => props.onChange(event.currentTarget.value)}
  />
)

/** Exports begin with the names that Settings hold, until an export changed them for this session. */
export function useFileNames(): void {
  const { exportOptions } = useWindow()
  const [{ fileNames }] = useSettings()
  useEffect(() => {
    exportOptions.set((now) => ({ ...(now ?? DEFAULT_EXPORT), ...fileNames }))
  }, [exportOptions, fileNames])
}
