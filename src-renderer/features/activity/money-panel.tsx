// The column of money: spent and reserved today against the bound, the days as bars, the ledger by day, model or family.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bridge, errorOf, type MoneyToday } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { Segmented } from '../../components/fields.tsx'
import { ParsedInput } from '../../components/parsed-input.tsx'
import { ledgerDays, ledgerEntries, ledgerTotals, moneyToday } from '../../data/queries.ts'
import { useAct } from '../../data/use-act.ts'
import { useNow } from '../../data/use-now.ts'
import { errorSentence } from '../../wording/errors.ts'
import { grouped, NONE } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import { clock, startOfDay } from '../../wording/times.ts'
import styles from './activity.module.css'
import { barsOf, dayTitle, familyWord, groupByDay } from './ledger-days.ts'

const SPANS = [14, 30, 90] as const
const DAY_MS = 86_400_000
/** The newest that are listed; the CSV has all. */
const LISTED = 100

export function MoneyPanel() {
  const words = texts.activity.money
  const nowMs = useNow()
  const act = useAct()
  const [days, setDays] = useState<(typeof SPANS)[number]>(14)
  const [by, setBy] = useState<'day' | 'model' | 'family'>('day')
  const untilMs = startOfDay(nowMs) + DAY_MS
  const span = { fromMs: startOfDay(untilMs - (days - 0.5) * DAY_MS), untilMs }
  const today = useQuery(moneyToday)
  const charges = useQuery(ledgerDays(span))
  const perDay = today.data?.budget.perDayCredits ?? null
  return (
    <aside className={styles.ledgerPanel} aria-label={words.panel}>
      {today.error !== null && <p role="alert">{errorSentence(errorOf(today.error))}</p>}
      {today.data !== undefined && <Today today={today.data} />}
      <section>
        <h2>
          {words.byDay}
          <Segmented
            label={words.daysShown}
            value={days}
            options={SPANS.map((value) => ({ value, label: words.days(value) }))}
            onChange={setDays}
          />
        </h2>
        <Chart bars={barsOf(charges.data ?? [], span, DAY_MS)} boundCredits={perDay} />
      </section>
      <Ledger span={span} by={by} nowMs={nowMs} />
      <footer>
        <span>{words.by}</span>
        <Segmented
          label={words.ledgerBy}
          value={by}
          options={[
            { value: 'day', label: words.groups.day },
            { value: 'model', label: words.groups.model },
            { value: 'family', label: words.groups.family },
          ]}
          onChange={setBy}
        />
        <Button
          weight="link"
          onClick={() =>
            void act(bridge.money.exportCsv(span), (written) =>
              written === null ? null : words.written(written.fileName),
            )
          }
        >
          {words.exportCsv}
        </Button>
      </footer>
    </aside>
  )
}

function Today({ today }: { today: MoneyToday }) {
  const words = texts.activity.money
  const [isChanging, setChanging] = useState(false)
  const { budget, chargedCredits, reservedCredits } = today
  const bound = budget.perDayCredits
  const part = (credits: number): number =>
    bound === null || bound === 0 ? 0 : Math.min(100, (credits / bound) * 100)
  return (
    <section className={styles.today}>
      <p className={styles.spent}>
        <b>{grouped(chargedCredits)}</b> {words.spentToday(chargedCredits)}
      </p>
      {bound !== null && (
        <span
          className={styles.budget}
          role="img"
          aria-label={words.bar(grouped(chargedCredits), grouped(reservedCredits), grouped(bound))}
        >
          <i style={{ width: `${part(chargedCredits)}%` }} />
          <i
            data-reserved="true"
            style={{ width: `${Math.min(100 - part(chargedCredits), part(reservedCredits))}%` }}
          />
        </span>
      )}
      <p>
        <span>{words.reserved(grouped(reservedCredits))}</span>
        {bound !== null && <em>{words.ofBound(grouped(bound))}</em>}
      </p>
      <p>
        <span>{boundsText(budget)}</span>
        <Button weight="link" aria-expanded={isChanging} onClick={() => setChanging(!isChanging)}>
          {isChanging ? words.done : words.change}
        </Button>
      </p>
      {isChanging && <Bounds today={today} />}
    </section>
  )
}

function boundsText({ perDayCredits, perActionCredits }: MoneyToday['budget']): string {
  const words = texts.activity.money
  const parts = [
    perDayCredits === null ? '' : words.aDay(grouped(perDayCredits)),
    perActionCredits === null ? '' : words.anAction(grouped(perActionCredits)),
  ].filter((part) => part !== '')
  return parts.length === 0 ? words.neverAsks : words.asksBefore(parts)
}

function Bounds({ today: { budget } }: { today: MoneyToday }) {
  const words = texts.activity.money
  const act = useAct()
  const client = useQueryClient()
  const change = (part: Partial<MoneyToday['budget']>): void =>
    void act(bridge.money.setBudget({ ...budget, ...part }), (changed) => {
      client.setQueryData(moneyToday.queryKey, changed)
      return null
    })
  const fields = [
    { name: words.dayBound, label: words.dayBoundField, key: 'perDayCredits' },
    { name: words.actionBound, label: words.actionBoundField, key: 'perActionCredits' },
  ] as const
  return (
    <div className={styles.bounds}>
      {fields.map(({ name, label, key }) => (
        <span key={key}>
          {name}
          <ParsedInput
            label={label}
            placeholder={words.noBound}
            value={budget[key]}
            parse={parseCredits}
            print={grouped}
            onChange={(credits) => change({ [key]: credits })}
            onClear={() => change({ [key]: null })}
          />
        </span>
      ))}
    </div>
  )
}

const parseCredits = (text: string): number | null => {
  const plain = text.replace(/[,\s]/g, '')
  return /^\d{1,9}$/.test(plain) ? Number(plain) : null
}

const CHART_PX = 96

function Chart({ bars, boundCredits }: { bars: ReturnType<typeof barsOf>; boundCredits: number | null }) {
  const words = texts.activity.money
  const highest = Math.max(1, ...bars.map(({ total }) => total))
  const top = boundCredits !== null && boundCredits < highest * 2 ? Math.max(highest, boundCredits) : highest
  const charged = bars.reduce((sum, { total }) => sum + total, 0)
  return (
    <figure className={styles.chart} aria-label={words.chart(charged, bars.length)}>
      <span className={styles.scale} aria-hidden="true">
        <span>{grouped(top)}</span>
        <span>0</span>
      </span>
      <span className={styles.bars} style={{ height: CHART_PX }} aria-hidden="true">
        {boundCredits !== null && boundCredits <= top && (
          <i className={styles.bound} style={{ bottom: `${(boundCredits / top) * 100}%` }} />
        )}
        {bars.map(({ day, total, parts }) => (
          <span key={day} title={words.dayBar(dayTitle(day), total)}>
            {parts.map(({ kind, credits }) => (
              <i key={kind} data-kind={kind} style={{ height: `${(credits / top) * 100}%` }} />
            ))}
          </span>
        ))}
      </span>
      <figcaption aria-hidden="true">
        <span>{bars[0] === undefined ? '' : dayTitle(bars[0].day)}</span>
        <span className={styles.keys}>
          <i data-kind="sound" /> {words.kinds.sound} <i data-kind="video" /> {words.kinds.video}{' '}
          <i data-kind="midi" /> {words.kinds.midi}
        </span>
        <span>{words.today}</span>
      </figcaption>
    </figure>
  )
}

interface LedgerProps {
  readonly span: { readonly fromMs: number; readonly untilMs: number }
  readonly by: 'day' | 'model' | 'family'
  readonly nowMs: number
}

function Ledger({ span, by, nowMs }: LedgerProps) {
  const words = texts.activity.money
  const { columns } = words
  const entries = useQuery({ ...ledgerEntries(span, LISTED), enabled: by === 'day' })
  const totals = useQuery({ ...ledgerTotals(span, by), enabled: by !== 'day' })
  if (by !== 'day') {
    return (
      <div className={styles.ledger}>
        <div className={styles.ledgerHead}>
          <span>{words.groups[by]}</span>
          <span>{columns.sounds}</span>
          <span>{columns.quoted}</span>
          <span>{columns.charged}</span>
        </div>
        {(totals.data ?? []).map(({ name, sounds, quotedCredits, chargedCredits }) => (
          <div key={name} className={styles.charge}>
            <span>{by === 'family' ? familyWord(name) : name === '' ? words.namedByTheAnswer : name}</span>
            <em>{grouped(sounds)}</em>
            <em>{grouped(quotedCredits)}</em>
            <span>{grouped(chargedCredits)}</span>
          </div>
        ))}
      </div>
    )
  }
  const charged = (entries.data ?? []).filter(({ chargedCredits }) => (chargedCredits ?? 0) > 0)
  return (
    <div className={styles.ledger}>
      <div className={styles.ledgerHead}>
        <span>{columns.charge}</span>
        <span>{columns.kind}</span>
        <span>{columns.quoted}</span>
        <span>{columns.charged}</span>
      </div>
      {entries.data !== undefined && charged.length === 0 && <p>{words.nothingCharged}</p>}
      {groupByDay(charged).map(({ day, total, entries: own }) => (
        <section key={day} aria-label={dayTitle(day)}>
          <div className={styles.ledgerDay}>
            <b>{startOfDay(nowMs) <= (own[0]?.createdAtMs ?? 0) ? words.todayTitle : dayTitle(day)}</b>
            <em>{words.charges(own.length)}</em>
            <span />
            <b>{grouped(total)}</b>
          </div>
          {own.map((entry) => (
            <div key={entry.generationId} className={styles.charge}>
              <span>{entry.label}</span>
              <em>
                {familyWord(entry.family)} {clock(entry.createdAtMs)}
              </em>
              <em>{entry.quotedCredits === null ? NONE : grouped(entry.quotedCredits)}</em>
              <span>{grouped(entry.chargedCredits ?? 0)}</span>
            </div>
          ))}
        </section>
      ))}
    </div>
  )
}
