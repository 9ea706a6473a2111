// What was asked for and what it cost, and how to ask for it again.
import type { SoundDetail } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { CopyText } from '../../components/fields.tsx'
import { useWindow } from '../../window-state.ts'
import { heardScene } from '../../wording/en/scene-sentence.ts'
import { NONE } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import styles from './inspector.module.css'
import { type SceneLine, sceneLines } from './scene.ts'
import { useSettingsAgain } from './use-settings-again.ts'

const words = texts.inspector.request

export function RequestPart({ detail }: { detail: SoundDetail }) {
  const { view } = useWindow()
  const again = useSettingsAgain(detail)
  const { generation } = detail
  if (detail.prompt === '' && generation === null) return null
  const quoted = generation?.quotedCredits ?? null
  const charged = generation?.chargedCredits ?? detail.credits
  const jobId = generation?.jobId ?? null
  const isMetered = charged !== null && charged > 0
  return (
    <>
      <section className={styles.part}>
        <h3>
          {words.title}
          <span className={styles.end}>
            {again !== null && (
              <Button
                weight="link"
                onClick={() => {
                  view.set('library')
                  again()
                }}
              >
                {words.again}
              </Button>
            )}
          </span>
        </h3>
        <p className={styles.prompt}>{detail.prompt}</p>
        <dl className={styles.facts}>
          <div>
            <dt>{words.model}</dt>
            <dd title={detail.model}>{detail.model}</dd>
          </div>
          <div>
            <dt>{words.seed}</dt>
            <dd>{detail.seed ?? NONE}</dd>
          </div>
          {isMetered && quoted !== null && (
            <div>
              <dt>{words.quoted}</dt>
              <dd>{words.credits(quoted)}</dd>
            </div>
          )}
          {isMetered && (
            <div>
              <dt>{words.charged}</dt>
              <dd>{words.credits(charged)}</dd>
            </div>
          )}
          {detail.connectionName !== null && (
            <div className={styles.wide}>
              <dt>{words.madeBy}</dt>
              <dd>{detail.connectionName}</dd>
            </div>
          )}
          {jobId !== null && (
            <div className={styles.wide}>
              <dt>{words.job}</dt>
              <dd>
                <CopyText text={jobId} what={words.jobId} />
              </dd>
            </div>
          )}
        </dl>
      </section>
      <HeardPart scene={detail.scene} />
    </>
  )
}

/** The scene as a sentence; one of a shape that is not known, as its fields. */
function HeardPart({ scene }: { scene: unknown }) {
  const heard = heardScene(scene)
  const lines: readonly SceneLine[] =
    heard === null
      ? sceneLines(scene)
      : [
          { name: words.leftOut, text: heard.leftOut.join(', ') },
          { name: words.unknown, text: heard.notUnderstood.join(', ') },
        ].filter(({ text }) => text !== '')
  if (heard === null && lines.length === 0) return null
  return (
    <section className={styles.part}>
      <h3>{words.heardAs}</h3>
      {heard !== null && <p className={styles.prompt}>{heard.sentence}</p>}
      {lines.length > 0 && (
        <dl className={styles.scene}>
          {lines.map(({ name, text }) => (
            <div key={name}>
              <dt title={name}>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
