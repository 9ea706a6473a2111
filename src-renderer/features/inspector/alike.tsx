// Sounds like this one, and what makes them alike. Read only when it is opened.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorOf, type SoundDetail } from '../../bridge.ts'
import { useCommands } from '../../commands/registry.ts'
import { Button } from '../../components/button.tsx'
import { similarSounds } from '../../data/queries.ts'
import { useWindow } from '../../window-state.ts'
import { errorSentence } from '../../wording/errors.ts'
import { texts } from '../../wording/texts.ts'
import { playerSound } from '../library/player-sound.ts'
import styles from './inspector.module.css'

const SHOWN = 8

export function Alike({ detail }: { detail: SoundDetail }) {
  const { player, inspectedId } = useWindow()
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useQuery({ ...similarSounds(detail.id, SHOWN), enabled: isOpen, retry: false })
  useCommands([
    {
      id: 'alike',
      title: texts.inspector.commands.alike,
      section: 'Sound',
      shortcuts: ['shift+s'],
      isEnabled: detail.hasFacts,
      run: () => setOpen(true),
    },
  ])
  if (!detail.hasFacts) return null
  return (
    <section className={styles.part}>
      <h3>
        {texts.inspector.alike.title}
        {!isOpen && (
          <span className={styles.end}>
            <Button weight="link" onClick={() => setOpen(true)}>
              {texts.inspector.alike.look}
            </Button>
          </span>
        )}
      </h3>
      {isOpen && error !== null && <p role="alert">{errorSentence(errorOf(error))}</p>}
      {isOpen && data?.length === 0 && <p className={styles.faint}>{texts.inspector.alike.none}</p>}
      {isOpen && data !== undefined && data.length > 0 && (
        <ul className={styles.alike}>
          {data.map(({ sound, similarity, because }) => (
            <li key={sound.id}>
              <button
                type="button"
                onClick={() => {
                  inspectedId.set(sound.id)
                  void player.load(playerSound(sound), { isPlaying: true })
                }}
              >
                {sound.name}
              </button>
              <em>{because.join(', ')}</em>
              <span>{Math.round(similarity * 100)} %</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
