// Writing sounds for others: format, level, fades and names, with the names as they will be, before a folder is asked for.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { bridge, type ExportOptions, type ExportProgress, errorOf } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import controls from '../../components/controls.module.css'
import { Dialog } from '../../components/dialog.tsx'
import { Segmented, Select } from '../../components/fields.tsx'
import { ParsedInput } from '../../components/parsed-input.tsx'
import { exportNames } from '../../data/queries.ts'
import { useAct } from '../../data/use-act.ts'
import { useSettled } from '../../data/use-delayed.ts'
import { announce, useWindow } from '../../window-state.ts'
import { errorSentence } from '../../wording/errors.ts'
import { decimal, sampleRate } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import {
  DEFAULT_EXPORT,
  exportProblem,
  FORMATS,
  fittingOptions,
  ratesOf,
  TEMPLATES,
} from './export-options.ts'
import styles from './exports.module.css'

const words = texts.exporting

/** Typing pauses this long before names are asked for. */
const NAMES_AFTER_MS = 200

interface Props {
  readonly soundIds: readonly number[]
  readonly onClose: () => void
}

export function ExportDialog({ soundIds, onClose }: Props) {
  const state = useWindow()
  const client = useQueryClient()
  const act = useAct()
  const [options, setOptions] = useState(() => state.exportOptions.get() ?? DEFAULT_EXPORT)
  const [progress, setProgress] = useState<ExportProgress | null>(null)
  const [isWriting, setWriting] = useState(false)
  const [problems, setProblems] = useState<readonly string[]>([])
  useEffect(() => bridge.on.exporting(setProgress), [])
  const change = (part: Partial<ExportOptions>): void => setOptions(fittingOptions({ ...options, ...part }))
  const problem = exportProblem(options)
  const settled = useSettled(options, NAMES_AFTER_MS)
  const names = useQuery({
    ...exportNames({ soundIds: soundIds.slice(0, 3), options: settled }),
    enabled: exportProblem(settled) === null,
    retry: false,
  })
  const isChanged = options.format !== 'original'
  const write = async (): Promise<void> => {
    state.exportOptions.set(options)
    setWriting(true)
    const report = await act(bridge.exports.write({ soundIds, options }))
    setWriting(false)
    setProgress(null)
    if (report === null) return
    void client.invalidateQueries({ queryKey: ['library'] })
    const what = words.written(report.exported, report.folderName)
    announce(state, { tone: 'info', message: report.isCanceled ? words.stopped(what) : what })
    if (report.problems.length === 0) onClose()
    else setProblems(report.problems)
  }
  return (
    <Dialog title={words.title(soundIds.length)} isWide onClose={onClose}>
      <div className={styles.body}>
        <Line name={words.format}>
          <Select
            label={words.format}
            value={options.format}
            options={FORMATS}
            onChange={(format) => change({ format })}
          />
        </Line>
        {isChanged && (
          <>
            <Line name={words.sampleRate}>
              <Select
                label={words.sampleRate}
                value={String(options.sampleRate ?? 'keep')}
                options={[
                  { value: 'keep', label: words.asItIs },
                  ...ratesOf(options.format).map((hz) => ({ value: String(hz), label: sampleRate(hz) })),
                ]}
                onChange={(value) => change({ sampleRate: value === 'keep' ? null : Number(value) })}
              />
            </Line>
            <Line name={words.channels}>
              <Segmented
                label={words.channels}
                value={options.channels}
                options={[
                  { value: 'keep', label: words.asTheyAre },
                  { value: 'mono', label: words.mono },
                  { value: 'stereo', label: words.stereo },
                ]}
                onChange={(channels) => change({ channels })}
              />
            </Line>
            <Line name={words.loudness}>
              <ParsedInput
                label={words.loudnessLabel}
                placeholder={words.loudnessNone}
                value={options.loudnessLufs}
                parse={parseNumber}
                print={(value) => decimal(value, 1)}
                onChange={(loudnessLufs) => change({ loudnessLufs })}
                onClear={() => change({ loudnessLufs: null })}
              />
              <span>{words.loudnessUnit}</span>
              <ParsedInput
                label={words.ceilingLabel}
                value={options.ceilingDbtp}
                parse={parseNumber}
                print={(value) => decimal(value, 1)}
                onChange={(ceilingDbtp) => change({ ceilingDbtp })}
              />
              <span>{words.ceilingUnit}</span>
            </Line>
            <Line name={words.fades}>
              <Milliseconds
                label={words.fadeIn}
                value={options.fadeInMs}
                onChange={(fadeInMs) => change({ fadeInMs })}
              />
              <span>{words.fadeInUnit}</span>
              <Milliseconds
                label={words.fadeOut}
                value={options.fadeOutMs}
                onChange={(fadeOutMs) => change({ fadeOutMs })}
              />
              <span>{words.fadeOutUnit}</span>
            </Line>
          </>
        )}
        <Line name={words.names}>
          <Select
            label={words.template}
            value={options.nameTemplate}
            options={
              TEMPLATES.some(({ value }) => value === options.nameTemplate)
                ? TEMPLATES
                : [...TEMPLATES, { value: options.nameTemplate, label: words.templates.own }]
            }
            onChange={(nameTemplate) => change({ nameTemplate })}
          />
          <input
            className={controls.input}
            aria-label={words.names}
            value={options.nameTemplate}
            spellCheck={false}
            onChange={(event) => change({ nameTemplate: event.currentTarget.value })}
          />
        </Line>
        {/\{(creator|source)\}/.test(options.nameTemplate) && (
          <Line name={words.ucs}>
            <Text label={words.creator} value={options.creator} onChange={(creator) => change({ creator })} />
            <Text label={words.source} value={options.source} onChange={(source) => change({ source })} />
          </Line>
        )}
        <Line name={words.folders}>
          <input
            className={controls.input}
            aria-label={words.folders}
            placeholder={words.foldersNone}
            value={options.folderTemplate}
            spellCheck={false}
            onChange={(event) => change({ folderTemplate: event.currentTarget.value })}
          />
        </Line>
        <p className={styles.hint}>{words.fields}</p>
        <ul className={styles.names} aria-label={words.preview}>
          {(names.data?.names ?? []).map((name) => (
            <li key={name}>{name}</li>
          ))}
          {soundIds.length > 3 && <li>{words.more(soundIds.length - 3)}</li>}
        </ul>
        {(problem !== null || names.error !== null) && (
          <p role="alert">{problem ?? errorSentence(errorOf(names.error))}</p>
        )}
        {problems.length > 0 && (
          <ul className={styles.problems} role="alert">
            {problems.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </div>
      <div className={controls.dialogActions}>
        {progress !== null && isWriting && (
          <span className={styles.progress} role="status">
            {words.progress(progress.done, progress.total)}
          </span>
        )}
        <Button onClick={isWriting ? () => void act(bridge.exports.cancel()) : onClose}>
          {isWriting ? words.stop : words.cancel}
        </Button>
        <Button weight="primary" disabled={problem !== null || isWriting} onClick={() => void write()}>
          {words.write}
        </Button>
      </div>
    </Dialog>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.line}>
      <span>{name}</span>
      <span>{children}</span>
    </div>
  )
}

interface FieldProps<T> {
  readonly label: string
  readonly value: T
  readonly onChange: (value: T) => void
}

const Milliseconds = ({ label, value, onChange }: FieldProps<number>) => (
  <ParsedInput
    label={label}
    value={value}
    parse={parseWhole}
    print={String}
    onChange={onChange}
    onClear={() => onChange(0)}
  />
)

const Text = ({ label, value, onChange }: FieldProps<string>) => (
  <input
    className={controls.input}
    aria-label={label}
    placeholder={label}
    value={value}
    maxLength={60}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

/** Minus signs of both kinds, commas as points. */
function parseNumber(text: string): number | null {
  const plain = text.trim().replace('\u2212', '-').replace(',', '.')
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null
}
const parseWhole = (text: string): number | null => (/^\s*\d{1,6}\s*$/.test(text) ? Number(text) : null)
