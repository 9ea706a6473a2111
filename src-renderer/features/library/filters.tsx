// The bar above the table: how many there are, menus that filter, and below it what is filtered by. The omnibar takes the same as fields.
import { useQuery } from '@tanstack/react-query'
import { memo, useMemo } from 'react'
import {
  Button as AriaButton,
  Menu,
  MenuItem,
  MenuTrigger,
  Popover,
  SubmenuTrigger,
} from 'react-aria-components'
import type { Settings } from '../../bridge.ts'
import { Button, IconButton } from '../../components/button.tsx'
import controls from '../../components/controls.module.css'
import { type Option, Segmented } from '../../components/fields.tsx'
import { Icon } from '../../components/icon.tsx'
import { collections, libraryFacets, libraryTags } from '../../data/queries.ts'
import { useDelayed } from '../../data/use-delayed.ts'
import { useNow } from '../../data/use-now.ts'
import { useAppState, useSettings } from '../../data/use-settings.ts'
import { useStore } from '../../store.ts'
import { useWindow } from '../../window-state.ts'
import { grouped } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import { chosenText, type FilterMenu, filterMenus, IN_BAR } from './filter-menus.ts'
import styles from './library.module.css'
import {
  fieldValues,
  parseSearch,
  type UsedFilter,
  usedFilters,
  withField,
  withoutFilter,
} from './search-text.ts'

const words = texts.library.filters
/** As many as a menu can be walked through. */
const MOST_TAGS = 100
const LAYOUTS: readonly Option<Settings['libraryLayout']>[] = [
  { value: 'rows', label: words.rows, icon: 'rows' },
  { value: 'tiles', label: words.tiles, icon: 'tiles' },
]

/** The rows of a start and the first search come first: to count a million sounds for the menus takes a tenth of a second. */
const MENUS_AFTER_MS = 250

/** Words that are typed change nothing here. */
export const Filters = memo(function Filters({ total, isRead }: { total: number; isRead: boolean }) {
  const { searchText } = useWindow()
  const text = useStore(searchText, (typed) => parseSearch(typed).filters)
  const app = useAppState()
  const [settings, changeSettings] = useSettings()
  const menus = useMenus(useDelayed(isRead, MENUS_AFTER_MS))
  const used = usedFilters(text)
  const isFiltered = total !== app.soundCount
  const choose = (field: string, values: readonly string[]): void =>
    searchText.set((now) => withField(now, field, values))
  const rest = menus.filter(({ field }) => !IN_BAR.has(field))
  return (
    <>
      <div className={styles.filters}>
        <h1>{texts.library.title}</h1>
        <span className={styles.count} aria-live="polite">
          {isRead && (isFiltered ? words.found(total, app.soundCount) : words.total(total))}
        </span>
        <div className={styles.chips}>
          {menus
            .filter(({ field }) => IN_BAR.has(field))
            .map((menu) => (
              <MenuTrigger key={menu.field}>
                <AriaButton className={styles.chip ?? ''}>{menu.title}</AriaButton>
                <Popover className={controls.menu ?? ''} offset={4} placement="bottom start">
                  <Values menu={menu} text={text} onChange={choose} />
                </Popover>
              </MenuTrigger>
            ))}
          {rest.length > 0 && (
            <MenuTrigger>
              <AriaButton className={styles.chip ?? ''} aria-label={words.moreLabel}>
                {words.more}
              </AriaButton>
              <Popover className={controls.menu ?? ''} offset={4} placement="bottom start">
                <Menu aria-label={words.moreLabel}>
                  {rest.map((menu) => (
                    <SubmenuTrigger key={menu.field}>
                      <MenuItem className={controls.item ?? ''} textValue={menu.title}>
                        <span>{menu.title}</span>
                        <span className={styles.submenuMark}>
                          <Icon name="right" size={12} />
                        </span>
                      </MenuItem>
                      <Popover className={controls.menu ?? ''} offset={2}>
                        <Values menu={menu} text={text} onChange={choose} />
                      </Popover>
                    </SubmenuTrigger>
                  ))}
                </Menu>
              </Popover>
            </MenuTrigger>
          )}
        </div>
        <span className={styles.layout}>
          <Segmented
            label={words.layout}
            value={settings.libraryLayout}
            options={LAYOUTS}
            onChange={(libraryLayout) => changeSettings({ libraryLayout })}
          />
        </span>
      </div>
      {used.length > 0 && <UsedFilters used={used} menus={menus} />}
    </>
  )
})

function useMenus(isCalm: boolean): readonly FilterMenu[] {
  const { data: facets } = useQuery({ ...libraryFacets, enabled: isCalm })
  const { data: tags } = useQuery({ ...libraryTags('', MOST_TAGS), enabled: isCalm })
  const { data: all } = useQuery(collections)
  const nowMs = useNow()
  return useMemo(
    () => (facets === undefined ? [] : filterMenus(facets, tags ?? [], all ?? [], nowMs)),
    [facets, tags, all, nowMs],
  )
}

interface ValuesProps {
  readonly menu: FilterMenu
  readonly text: string
  readonly onChange: (field: string, values: readonly string[]) => void
}

/** Values to choose from; the menu stays open while several are chosen. */
function Values({ menu, text, onChange }: ValuesProps) {
  const chosen = new Set(fieldValues(text, menu.field))
  return (
    <Menu
      aria-label={menu.title}
      selectionMode={menu.isSingle ? 'single' : 'multiple'}
      selectedKeys={chosen}
      onSelectionChange={(keys) => onChange(menu.field, keys === 'all' ? [] : [...keys].map(String))}
      items={menu.values.map((each) => ({ ...each, id: each.value }))}
      dependencies={[text]}
    >
      {(item) => (
        <MenuItem className={controls.item ?? ''} textValue={item.label}>
          <span className={controls.mark}>{chosen.has(item.value) && <Icon name="check" size={12} />}</span>
          <span>{item.label}</span>
          {item.count !== null && <span className={styles.valueCount}>{grouped(item.count)}</span>}
        </MenuItem>
      )}
    </Menu>
  )
}

/** What the table is filtered by, each to be taken out. */
function UsedFilters({ used, menus }: { used: readonly UsedFilter[]; menus: readonly FilterMenu[] }) {
  const { searchText } = useWindow()
  return (
    <ul className={styles.used} aria-label={words.inUse}>
      {used.map((filter) => {
        const menu = menus.find(({ field }) => field === filter.field)
        const title = filter.field === 'fav' ? words.favourites : (menu?.title ?? filter.field)
        const named = words.named(title, filter.isNegated)
        const values = chosenText(menu, filter.values)
        return (
          <li key={filter.source} className={styles.usedChip}>
            <span>{named}</span>
            {values !== '' && (
              <b className={styles.usedWords} title={values}>
                {values}
              </b>
            )}
            <IconButton
              icon="x"
              isSmall
              label={words.takeOut(named, values)}
              onClick={() => searchText.set((now) => withoutFilter(now, filter.source))}
            />
          </li>
        )
      })}
      {used.length > 1 && (
        <li>
          <Button weight="link" onClick={() => searchText.set((now) => parseSearch(now).words)}>
            {words.takeAllOut}
          </Button>
        </li>
      )}
    </ul>
  )
}
