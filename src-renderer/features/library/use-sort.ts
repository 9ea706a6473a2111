// How the table is sorted: as the person chose, and in a collection by its order until they choose otherwise.
import { useState } from 'react'
import { insideOf } from '../collections/shown-collection.ts'
import { IN_ORDER, NEWEST_FIRST, type Sort } from './columns.ts'

/** @param text what stands in the omnibar */
export function useSort(text: string): readonly [Sort, (sort: Sort) => void] {
  const inside = insideOf(text)
  const [everywhere, setEverywhere] = useState<Sort>(NEWEST_FIRST)
  const [chosen, setChosen] = useState<{ readonly inside: string; readonly sort: Sort } | null>(null)
  if (inside === null) return [everywhere, setEverywhere]
  return [chosen?.inside === inside ? chosen.sort : IN_ORDER, (sort) => setChosen({ inside, sort })]
}
