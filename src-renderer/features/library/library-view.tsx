// The library: omnibar, table, inspector. Here their state meets.
import { useCallback, useEffect, useRef, useState } from 'react'
import { useCommands } from '../../commands/registry.ts'
import { Button } from '../../components/button.tsx'
import { useAppState, useSettings } from '../../data/use-settings.ts'
import { AccountCorner } from '../../frame/account.tsx'
import { useStore } from '../../store.ts'
import { useWindow } from '../../window-state.ts'
import { errorSentence } from '../../wording/errors.ts'
import { texts } from '../../wording/texts.ts'
import { BatchDialog } from '../create/batch-dialog.tsx'
import { PresetDialog, PromptsDialog } from '../create/prompts-dialog.tsx'
import { useCreate } from '../create/use-create.ts'
import { ImportStrip } from '../imports/import-strip.tsx'
import { Inspector } from '../inspector/inspector.tsx'
import { MidiLine } from '../transcribe/midi-files.tsx'
import { Blank } from './blank.tsx'
import { DuplicatesDialog } from './duplicates-dialog.tsx'
import { Filters } from './filters.tsx'
import styles from './library.module.css'
import { Omnibar } from './omnibar.tsx'
import { GRID_ID, Table } from './table.tsx'
import { TrashDialog } from './trash-dialog.tsx'
import { useListing } from './use-listing.ts'
import { useSort } from './use-sort.ts'

const words = texts.library

export function LibraryView() {
  const { searchText, omnibarWishes } = useWindow()
  const text = useStore(searchText)
  const [sort, setSort] = useSort(text)
  const app = useAppState()
  const [settings, changeSettings] = useSettings()
  const inputRef = useRef<HTMLInputElement>(null)
  const tableRef = useRef<HTMLDivElement>(null)
  const enterRef = useRef<((to: 'first' | 'last') => void) | null>(null)
  const listing = useListing(text, sort)
  const toTop = useCallback(() => tableRef.current?.scrollTo({ top: 0 }), [])
  const form = useCreate(listing.search.words, toTop)
  const focusOmnibar = useCallback(() => {
    inputRef.current?.focus()
    inputRef.current?.select()
  }, [])

  const wishes = useStore(omnibarWishes)
  useEffect(() => {
    if (wishes > 0) focusOmnibar()
  }, [wishes, focusOmnibar])

  const [dialog, setDialog] = useState<'batch' | 'prompts' | 'preset' | 'trash' | 'duplicates' | null>(null)
  const closeDialog = useCallback(() => setDialog(null), [])
  useCommands([
    {
      id: 'generate',
      title: words.commands.generate,
      section: 'Make',
      shortcuts: ['mod+enter'],
      isHeardInText: true,
      isEnabled: listing.offersToGenerate,
      run: form.generate,
    },
    {
      id: 'controls',
      title: form.isOpen ? words.commands.hideControls : words.commands.showControls,
      section: 'Make',
      shortcuts: ['mod+.'],
      isHeardInText: true,
      run: () => form.change({ isOpen: !form.isOpen }),
    },
    {
      id: 'prompts',
      title: words.commands.prompts,
      section: 'Make',
      shortcuts: ['mod+shift+p'],
      isHeardInText: true,
      run: () => setDialog('prompts'),
    },
    {
      id: 'keep-preset',
      title: words.commands.keepPreset,
      section: 'Make',
      isEnabled: form.choice !== null,
      run: () => setDialog('preset'),
    },
    {
      id: 'layout',
      title: settings.libraryLayout === 'rows' ? words.commands.asTiles : words.commands.asRows,
      section: 'Window',
      run: () => changeSettings({ libraryLayout: settings.libraryLayout === 'rows' ? 'tiles' : 'rows' }),
    },
    {
      id: 'open-trash',
      title: words.commands.trash,
      section: 'Go to',
      run: () => setDialog('trash'),
    },
    {
      id: 'duplicates',
      title: words.commands.duplicates,
      section: 'Go to',
      run: () => setDialog('duplicates'),
    },
    {
      id: 'batch',
      title: words.commands.batch,
      section: 'Make',
      shortcuts: ['mod+shift+b'],
      isHeardInText: true,
      isEnabled: form.choice !== null,
      run: () => setDialog('batch'),
    },
  ])

  const isBlank = listing.isRead && app.soundCount === 0 && listing.jobs.length === 0 && text === ''
  // Where there is nothing to look at yet, typing is the first thing to do. What was thrown away last is rather undone, which a field would keep to itself.
  const hasSeenSounds = useRef(false)
  useEffect(() => {
    if (isBlank && !hasSeenSounds.current) inputRef.current?.focus()
    if (listing.isRead && !isBlank) hasSeenSounds.current = true
  }, [isBlank, listing.isRead])

  return (
    <div className={styles.view}>
      <Omnibar
        inputRef={inputRef}
        gridId={GRID_ID}
        form={form}
        onType={listing.ask}
        onLeave={(to) => enterRef.current?.(to)}
      />
      <AccountCorner />
      <main className={styles.library} aria-label={words.title}>
        <ImportStrip />
        {isBlank ? (
          <>
            <MidiLine text="" />
            <Blank connection={form.connection} form={form} onChosen={focusOmnibar} />
          </>
        ) : (
          <>
            <Filters total={listing.totalFound} isRead={listing.isRead} />
            {/* A filter is about sounds. */}
            {listing.search.filters === '' && <MidiLine text={listing.search.words} />}
            {listing.error !== null ? (
              <div className={styles.message} role="alert">
                <span>
                  <b>{words.unreadable}</b> {errorSentence(listing.error)}
                </span>
                <Button onClick={listing.retry}>{words.readAgain}</Button>
              </div>
            ) : (
              <Table
                listing={listing}
                form={form}
                sort={sort}
                onSort={setSort}
                tableRef={tableRef}
                onLeaveTop={focusOmnibar}
                enterRef={enterRef}
              />
            )}
            {listing.isRead && listing.totalFound === 0 && listing.search.filters !== '' && (
              <div className={styles.message}>
                <span>
                  {words.noneIs.before} <b>{listing.search.filters}</b>
                  {words.noneIs.after}
                </span>
                <Button onClick={() => searchText.set(listing.search.words)}>{words.takeFilterOut}</Button>
              </div>
            )}
          </>
        )}
      </main>
      <Inspector />
      {dialog === 'trash' && <TrashDialog onClose={closeDialog} />}
      {dialog === 'duplicates' && <DuplicatesDialog onClose={closeDialog} />}
      {dialog === 'batch' && <BatchDialog form={form} onClose={closeDialog} />}
      {dialog === 'prompts' && <PromptsDialog form={form} onClose={closeDialog} />}
      {dialog === 'preset' && <PresetDialog form={form} onClose={closeDialog} />}
    </div>
  )
}
