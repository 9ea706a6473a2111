// The family tree: what a sound was made from, and what was made from it.
import type { SoundDetail, SoundRow } from '../../bridge.ts'
import { useNow } from '../../data/use-now.ts'
import { useWindow } from '../../window-state.ts'
import { texts } from '../../wording/texts.ts'
import { dateAndTime } from '../../wording/times.ts'
import styles from './inspector.module.css'

const words = texts.inspector.lineage

export function Lineage({ detail }: { detail: SoundDetail }) {
  const nowMs = useNow()
  const { generation } = detail
  return (
    <section className={styles.part}>
      <h3>{words.title}</h3>
      <ul className={styles.tree}>
        <li>
          <span>
            {detail.parent !== null ? (
              <Relative sound={detail.parent} />
            ) : (
              <b>{generation === null ? words.imported : words.generation(generation.variantsRequested)}</b>
            )}
            <em>{dateAndTime(detail.parent?.createdAtMs ?? detail.createdAtMs, nowMs)}</em>
          </span>
          <ul>
            <li className={styles.here}>
              <span>
                <b>{detail.variantIndex === null ? detail.name : words.take(detail.variantIndex + 1)}</b>
                <em>{words.here}</em>
              </span>
              {detail.children.length > 0 && (
                <ul>
                  {detail.children.map((child) => (
                    <li key={child.id}>
                      <span>
                        <Relative sound={child} />
                        <em>
                          {child.credits !== null && child.credits > 0
                            ? words.credits(child.credits)
                            : child.type}
                        </em>
                      </span>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          </ul>
        </li>
      </ul>
    </section>
  )
}

function Relative({ sound }: { sound: SoundRow }) {
  const { inspectedId } = useWindow()
  return (
    <button type="button" onClick={() => inspectedId.set(sound.id)}>
      {sound.name}
    </button>
  )
}
