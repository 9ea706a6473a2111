// Every shortcut of the window, found by a few letters.
import { useState } from 'react'
import { Keys } from '../../components/button.tsx'
import controls from '../../components/controls.module.css'
import { cx } from '../../components/cx.ts'
import { texts } from '../../wording/texts.ts'
import { Group, Lead } from './parts.tsx'
import styles from './settings.module.css'

export function Keyboard() {
  const [wanted, setWanted] = useState('')
  const words = texts.settings.keyboard
  const letters = wanted.trim().toLowerCase()
  const groups = texts.shortcuts
    .map(({ title, lines }) => ({
      title,
      lines: lines.filter((line) => `${title} ${line.title}`.toLowerCase().includes(letters)),
    }))
    .filter(({ lines }) => lines.length > 0)
  return (
    <>
      <Lead>{words.lead}</Lead>
      <input
        className={cx(controls.input, styles.find)}
        type="search"
        aria-label={words.find}
        placeholder={words.find}
        value={wanted}
        spellCheck={false}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      {groups.length === 0 && (
        <p className={styles.quiet} role="status">
          {words.none}
        </p>
      )}
      <div className={styles.shortcuts}>
        {groups.map(({ title, lines }) => (
          <Group key={title} title={title}>
            <dl className={styles.keys}>
              {lines.map((line) => (
                <div key={line.title}>
                  <dt>{line.title}</dt>
                  <dd>
                    {line.keys.map((key) => (
                      <Keys key={key} of={key} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </Group>
        ))}
      </div>
    </>
  )
}
