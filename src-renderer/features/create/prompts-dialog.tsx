// Prompts that were used before, and presets: found by a few letters, put back into the omnibar with their settings.
import { useQuery } from '@tanstack/react-query'
import { Command as Cmdk } from 'cmdk'
import { useState } from 'react'
import type { Preset } from '../../bridge.ts'
import palette from '../../commands/palette.module.css'
import { Button } from '../../components/button.tsx'
import controls from '../../components/controls.module.css'
import { Dialog } from '../../components/dialog.tsx'
import { recentGenerations } from '../../data/queries.ts'
import { useSettings } from '../../data/use-settings.ts'
import { useWindow } from '../../window-state.ts'
import { takesText } from '../../wording/quotes.ts'
import { texts } from '../../wording/texts.ts'
import styles from './create.module.css'
import { TEXT_TO_SFX } from './limits.ts'
import type { CreateForm } from './use-create.ts'

const words = texts.create.presets
/** As many generations as are looked through for prompts. */
const LOOKED_THROUGH = 200

export function PromptsDialog({ form, onClose }: { form: CreateForm; onClose: () => void }) {
  const { searchText, view } = useWindow()
  const [settings, change] = useSettings()
  const { data: recent = [] } = useQuery(recentGenerations(LOOKED_THROUGH))
  const made = recent.filter(({ family }) => family === TEXT_TO_SFX)
  const prompts = [...new Map(made.toReversed().map((each) => [each.label, each])).values()].toReversed()
  const put = (prompt: string, part: Partial<typeof settings.create>): void => {
    view.set('library')
    if (prompt !== '') searchText.set(prompt)
    change({ create: { ...settings.create, ...part, isOpen: true } })
    onClose()
  }
  return (
    <Dialog title={words.title} isTitleHidden onClose={onClose}>
      <Cmdk label={words.title} className={palette.palette} loop>
        <Cmdk.Input autoFocus placeholder={words.placeholder} className={palette.input} />
        <Cmdk.List className={palette.list} label={words.title}>
          <Cmdk.Empty className={palette.empty}>{words.none}</Cmdk.Empty>
          {settings.presets.length > 0 && (
            <Cmdk.Group heading={words.presets} className={palette.group}>
              {settings.presets.map((preset) => (
                <Cmdk.Item
                  key={preset.name}
                  value={`preset ${preset.name} ${preset.prompt}`}
                  className={palette.item}
                  onSelect={() => {
                    form.setNegativePrompt(preset.negativePrompt)
                    const { durationMs, variants, lockedSeed, isLoop, format } = preset
                    put(preset.prompt, { durationMs, variants, lockedSeed, isLoop, format })
                  }}
                >
                  <span>{preset.name}</span>
                  <span className={styles.presetFacts}>
                    {preset.prompt} {takesText(preset.variants, preset.durationMs)}
                  </span>
                </Cmdk.Item>
              ))}
            </Cmdk.Group>
          )}
          {prompts.length > 0 && (
            <Cmdk.Group heading={words.madeLately} className={palette.group}>
              {prompts.map((each) => (
                <Cmdk.Item
                  key={each.id}
                  value={`${each.label} ${each.id}`}
                  className={palette.item}
                  onSelect={() =>
                    put(each.label, { durationMs: each.durationMs, variants: each.variantsRequested })
                  }
                >
                  <span>{each.label}</span>
                  <span className={styles.presetFacts}>
                    {takesText(each.variantsRequested, each.durationMs)}
                  </span>
                </Cmdk.Item>
              ))}
            </Cmdk.Group>
          )}
        </Cmdk.List>
      </Cmdk>
    </Dialog>
  )
}

/** Names what stands in the omnibar and its controls; a name that is taken is replaced. */
export function PresetDialog({ form, onClose }: { form: CreateForm; onClose: () => void }) {
  const { searchText } = useWindow()
  const [settings, change] = useSettings()
  const [name, setName] = useState('')
  const { choice } = form
  if (choice === null) return null
  const wanted = name.trim()
  const others = settings.presets.filter((preset) => preset.name !== wanted)
  const keep = (): void => {
    if (wanted === '') return
    const { durationMs, variants, seed: lockedSeed, isLoop, format, negativePrompt } = choice
    const prompt = searchText.get().trim()
    const preset: Preset = {
      name: wanted,
      prompt,
      negativePrompt,
      durationMs,
      variants,
      lockedSeed,
      isLoop,
      format,
    }
    change({ presets: [...others, preset].toSorted((a, b) => a.name.localeCompare(b.name)) })
    onClose()
  }
  return (
    <Dialog title={words.keepTitle} onClose={onClose}>
      <form
        className={styles.preset}
        onSubmit={(event) => {
          event.preventDefault()
          keep()
        }}
      >
        <p>
          {words.keeps({
            takes: takesText(choice.variants, choice.durationMs),
            seed: choice.seed,
            isLoop: choice.isLoop,
            hasPrompt: searchText.get().trim() !== '',
          })}
        </p>
        <input
          autoFocus
          className={controls.input}
          aria-label={words.name}
          placeholder={words.namePlaceholder}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {settings.presets.length > 0 && (
          <ul className={styles.presets} aria-label={words.presets}>
            {settings.presets.map((preset) => (
              <li key={preset.name}>
                <span>{preset.name}</span>
                <Button
                  weight="link"
                  aria-label={words.removeThis(preset.name)}
                  onClick={() =>
                    change({ presets: settings.presets.filter((each) => each.name !== preset.name) })
                  }
                >
                  {words.remove}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </form>
      <div className={controls.dialogActions}>
        <Button onClick={onClose}>{words.close}</Button>
        <Button weight="primary" disabled={wanted === ''} onClick={keep}>
          {settings.presets.length > others.length ? words.replace : words.keep}
        </Button>
      </div>
    </Dialog>
  )
}
