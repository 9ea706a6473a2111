// Collections as a person sees them: nested, in their order, flattened to lines with a depth. Pure.
import type { CollectionView } from '../../bridge.ts'

export interface CollectionLine {
  readonly collection: CollectionView
  /** 0 at the top. */
  readonly depth: number
  /** With the names of those that it lies in: "Film / Reel 3". */
  readonly path: string
}

/** Lines in the order of the sidebar. Saved searches and collections are apart there. */
export function collectionLines(
  all: readonly CollectionView[],
  kind: 'collections' | 'searches',
): CollectionLine[] {
  const wanted = all.filter(({ query }) => (query === null) === (kind === 'collections'))
  const known = new Set(wanted.map(({ id }) => id))
  const linesBelow = (parentId: number | null, depth: number, path: string): CollectionLine[] =>
    wanted
      // One whose parent is of the other kind stands at the top.
      .filter((each) =>
        parentId === null ? each.parentId === null || !known.has(each.parentId) : each.parentId === parentId,
      )
      .toSorted((a, b) => a.position - b.position)
      .flatMap((collection) => {
        const own = path === '' ? collection.name : `${path} / ${collection.name}`
        return [{ collection, depth, path: own }, ...linesBelow(collection.id, depth + 1, own)]
      })
  return linesBelow(null, 0, '')
}

/** What the omnibar holds while a collection is looked at. */
export const collectionSearch = ({ name, query }: CollectionView): string =>
  query ?? `in:"${name.replaceAll('"', '')}"`
