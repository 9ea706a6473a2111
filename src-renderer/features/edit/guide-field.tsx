// A clip whose picture says when something happens in the new sound: which one, and where in it an extension begins.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bridge, type ClipView, unwrap } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { Choosing, ChosenButton } from '../../components/choosing.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { ParsedInput } from '../../components/parsed-input.tsx'
import { useAct } from '../../data/use-act.ts'
import { texts } from '../../wording/texts.ts'
import { spokenLength } from '../../wording/times.ts'
import { parseSeconds } from '../create/limits.ts'
import styles from './edit.module.css'
import type { Tool } from './edit-limits.ts'
import type { Edit } from './use-edit.ts'

const words = texts.guide
const RECENT = 8

export function GuideField({ edit, tool }: { edit: Edit; tool: Tool }) {
  const [isChoosing, setChoosing] = useState(false)
  const { guide, guideStartMs } = edit.state[tool]
  const take = (clip: ClipView | null): void => {
    edit.changeTool(tool, { guide: clip, guideStartMs: 0 })
    setChoosing(false)
  }
  return (
    <>
      <div className={styles.fact}>
        <span>{words.field}</span>
        <span>
          <ChosenButton
            name={guide === null ? words.none : guide.name}
            title={guide?.name}
            onClick={() => setChoosing(true)}
          />
        </span>
      </div>
      {guide !== null && tool === 'extend' && (
        <div className={styles.fact}>
          <span>{words.from}</span>
          <span>
            <ParsedInput
              label={words.fromOf}
              className={styles.number}
              value={guideStartMs}
              parse={parseSeconds}
              print={spokenLength}
              onChange={(startMs) => edit.changeTool(tool, { guideStartMs: startMs })}
            />
          </span>
        </div>
      )}
      {isChoosing && (
        <Dialog title={words.title} onClose={() => setChoosing(false)}>
          <ChooseGuide tool={tool} hasOne={guide !== null} onTake={take} />
        </Dialog>
      )}
    </>
  )
}

interface ChooseGuideProps {
  readonly tool: Tool
  readonly hasOne: boolean
  readonly onTake: (clip: ClipView | null) => void
}

function ChooseGuide({ tool, hasOne, onTake }: ChooseGuideProps) {
  const act = useAct()
  const { data: recent = [] } = useQuery({
    queryKey: ['clips', 'recent'],
    queryFn: () => unwrap(bridge.clips.recent({ limit: RECENT })),
    // A clip that was just chosen here, or in the video view, is one of them.
    refetchOnMount: 'always',
  })
  const ask = async (): Promise<void> => {
    const clip = await act(bridge.clips.choose())
    if (clip !== null) onTake(clip)
  }
  return (
    <Choosing>
      <p>{tool === 'extend' ? words.extendAbout : words.inpaintAbout}</p>
      {recent.length > 0 && (
        <>
          <h3>{words.before}</h3>
          <ul>
            {recent.map((clip) => (
              <li key={clip.id}>
                <Button weight="link" onClick={() => onTake(clip)}>
                  {clip.name}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className={styles.chooseGuideEnd}>
        <Button weight="primary" onClick={() => void ask()}>
          {words.choose}
        </Button>
        {hasOne && <Button onClick={() => onTake(null)}>{words.without}</Button>}
      </div>
    </Choosing>
  )
}
