// The bar above the table: how many there are, and the filters that the omnibar also takes as fields.
import { useQuery } from '@tanstack/react-query'
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import controls from '../../components/controls.module.css'
import { Icon } from '../../components/icon.tsx'
import { models } from '../../data/queries.ts'
import { useAppState } from '../../data/use-settings.ts'
import { useStore } from '../../store.ts'
import { useWindow } from '../../window-state.ts'
import { counted, grouped } from '../../wording/numbers.ts'
import styles from './library.module.css'
import { fieldValue, withField } from './search-text.ts'

interface Filter {
  readonly name: string
  readonly field: string
  readonly values: readonly { readonly value: string; readonly label: string }[]
}

const TYPES: Filter = {
  name: 'Type',
  field: 'type',
  values: ['sfx', 'ambience', 'music', 'speech', 'mix'].map((value) => ({ value, label: value })),
}
const DURATIONS: Filter = {
  name: 'Duration',
  field: 'dur',
  values: [
    { value: '<1s', label: 'under 1 s' },
    { value: '<3s', label: 'under 3 s' },
    { value: '<10s', label: 'under 10 s' },
    { value: '>10s', label: 'over 10 s' },
    { value: '>30s', label: 'over 30 s' },
  ],
}

export function Filters({ total, isRead }: { total: number; isRead: boolean }) {
  const { searchText } = useWindow()
  const text = useStore(searchText)
  const app = useAppState()
  const list = useQuery({ ...models(app.activeConnectionId ?? ''), enabled: app.activeConnectionId !== null })
  const modelFilter: Filter = {
    name: 'Model',
    field: 'model',
    values: (list.data?.models ?? []).map(({ id }) => ({ value: id, label: id })),
  }
  const isFavourites = fieldValue(text, 'fav') !== null
  const isFiltered = total !== app.soundCount
  return (
    <div className={styles.filters}>
      <h1>Library</h1>
      <span className={styles.count} aria-live="polite">
        {isRead &&
          (isFiltered ? `${grouped(total)} of ${counted(app.soundCount, 'sound')}` : counted(total, 'sound'))}
      </span>
      <div className={styles.chips}>
        {[TYPES, DURATIONS, modelFilter].map((filter) => (
          <FilterMenu
            key={filter.field}
            filter={filter}
            value={fieldValue(text, filter.field)}
            onChange={(value) => searchText.set(withField(text, filter.field, value))}
          />
        ))}
        <button
          type="button"
          className={styles.chip}
          aria-pressed={isFavourites}
          data-on={isFavourites}
          onClick={() => searchText.set(withField(text, 'fav', isFavourites ? null : ''))}
        >
          Favourites
        </button>
      </div>
    </div>
  )
}

interface FilterMenuProps {
  readonly filter: Filter
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

function FilterMenu({ filter, value, onChange }: FilterMenuProps) {
  const chosen =
    filter.values.find((each) => each.value === value)?.label ??
    (value === null ? null : `${filter.name} ${value}`)
  return (
    <MenuTrigger>
      <AriaButton className={styles.chip ?? ''} data-on={value !== null}>
        {chosen ?? filter.name}
      </AriaButton>
      <Popover className={controls.menu ?? ''} offset={4} placement="bottom start">
        <Menu
          aria-label={filter.name}
          onAction={(key) => onChange(key === 'any' ? null : String(key))}
          items={[
            { id: 'any', label: `Any ${filter.name.toLowerCase()}` },
            ...filter.values.map((each) => ({ id: each.value, label: each.label })),
          ]}
          dependencies={[value]}
        >
          {(item) => (
            <MenuItem className={controls.item ?? ''} textValue={item.label}>
              <span className={controls.mark}>
                {item.id === (value ?? 'any') && <Icon name="check" size={12} />}
              </span>
              <span>{item.label}</span>
            </MenuItem>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
