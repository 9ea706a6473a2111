// What this is: version, what it runs on, and with whose work.
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { useAppState } from '../../data/use-settings.ts'
import { texts } from '../../wording/texts.ts'
import { Licences } from './licences.tsx'
import { Group, Line } from './parts.tsx'

/** The product's own name, the same in every language. */
const PRODUCT = 'Foleyroom'
const SYSTEMS = { darwin: 'macOS', win32: 'Windows', linux: 'Linux' } as const

export function About() {
  const { version, runtime, platform } = useAppState()
  const [isOpen, setOpen] = useState(false)
  const words = texts.settings.about
  const system = SYSTEMS[platform]
  return (
    <Group>
      <Line name={PRODUCT}>
        <span>{version}</span>
      </Line>
      <Line name={words.runsOn}>
        <span>{runtime === 'electron' ? words.electron(system) : words.standIn(system)}</span>
      </Line>
      <Line name={words.licence}>
        <span>{words.licenceText}</span>
        <Button onClick={() => setOpen(true)}>{words.notices}</Button>
      </Line>
      {isOpen && <Licences onClose={() => setOpen(false)} />}
    </Group>
  )
}
