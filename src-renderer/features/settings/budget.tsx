// The budget guard: above what the person is asked, a day and an action.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type BudgetView, bridge } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { ParsedInput } from '../../components/parsed-input.tsx'
import { moneyToday } from '../../data/queries.ts'
import { useAct } from '../../data/use-act.ts'
import { useWindow } from '../../window-state.ts'
import { grouped } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import { Group, Lead, Line, Read } from './parts.tsx'
import styles from './settings.module.css'

const words = texts.settings.budget

const BOUNDS = [
  { key: 'perDayCredits', name: words.perDay, label: words.perDayLabel },
  { key: 'perActionCredits', name: words.perAction, label: words.perActionLabel },
] as const

export function Budget() {
  const client = useQueryClient()
  const act = useAct()
  const { view } = useWindow()
  const today = useQuery(moneyToday)
  const change = (budget: BudgetView): void =>
    void act(bridge.money.setBudget(budget), (changed) => {
      client.setQueryData(moneyToday.queryKey, changed)
      return null
    })
  return (
    <>
      <Lead>{words.lead}</Lead>
      <Read query={today}>
        {({ budget, chargedCredits, reservedCredits }) => (
          <Group>
            {BOUNDS.map(({ key, name, label }) => (
              <Line key={key} name={name}>
                <ParsedInput
                  label={label}
                  placeholder={words.never}
                  value={budget[key]}
                  parse={parseCredits}
                  print={grouped}
                  className={styles.number}
                  onChange={(credits) => change({ ...budget, [key]: credits })}
                  onClear={() => change({ ...budget, [key]: null })}
                />
                <span>{words.credits}</span>
              </Line>
            ))}
            <Line name={words.today}>
              <span>{words.todayText(grouped(chargedCredits), grouped(reservedCredits))}</span>
              <Button weight="link" onClick={() => view.set('activity')}>
                {words.activity}
              </Button>
            </Line>
          </Group>
        )}
      </Read>
    </>
  )
}

/** Whole credits, with or without commas. Null for anything else. */
function parseCredits(text: string): number | null {
  const plain = text.replace(/[,\s]/g, '')
  return /^\d{1,9}$/.test(plain) ? Number(plain) : null
}
