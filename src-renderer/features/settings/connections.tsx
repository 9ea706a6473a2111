// The connections: which one is used, what it says, and how to add, change, test and remove.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bridge, type ConnectionView } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/confirm.tsx'
import controls from '../../components/controls.module.css'
import { Dialog } from '../../components/dialog.tsx'
import { connections } from '../../data/queries.ts'
import { useAct } from '../../data/use-act.ts'
import { useAppState } from '../../data/use-settings.ts'
import { asSentence } from '../../wording/errors.ts'
import { balanceText } from '../../wording/quotes.ts'
import { texts } from '../../wording/texts.ts'
import { ConnectionFields } from './connection-fields.tsx'
import { Group } from './parts.tsx'
import styles from './settings.module.css'
import { useConnectionForm } from './use-connection-form.ts'

const words = texts.settings.connection

type Open =
  | { readonly kind: 'edit'; readonly existing: ConnectionView | null }
  | { readonly kind: 'remove'; readonly existing: ConnectionView }
  | null

export function Connections() {
  const app = useAppState()
  const { data = app.connections } = useQuery(connections)
  const act = useAct()
  const [open, setOpen] = useState<Open>(null)
  const close = (): void => setOpen(null)
  return (
    <Group>
      <div className={styles.connections} role="radiogroup" aria-label={words.inUse}>
        {data.map((connection) => (
          <Line
            key={connection.id}
            connection={connection}
            isUsed={connection.id === app.activeConnectionId}
            onEdit={() => setOpen({ kind: 'edit', existing: connection })}
            onRemove={() => setOpen({ kind: 'remove', existing: connection })}
          />
        ))}
      </div>
      <div>
        <Button onClick={() => setOpen({ kind: 'edit', existing: null })}>{words.connect}</Button>
      </div>
      {app.keychain.kind === 'available' ? (
        <p className={styles.quiet}>{words.keychain}</p>
      ) : (
        <p className={styles.warn}>{words.noKeychain(asSentence(app.keychain.reason))}</p>
      )}
      {open?.kind === 'edit' && <EditDialog existing={open.existing} onClose={close} />}
      {open?.kind === 'remove' && (
        <Confirm
          title={words.removeTitle(open.existing.name)}
          action={words.removeAction}
          isDangerous
          onClose={close}
          onConfirm={() => void act(bridge.connections.remove({ connectionId: open.existing.id }))}
        >
          {words.removeText}
        </Confirm>
      )}
    </Group>
  )
}

interface LineProps {
  readonly connection: ConnectionView
  readonly isUsed: boolean
  readonly onEdit: () => void
  readonly onRemove: () => void
}

function Line({ connection, isUsed, onEdit, onRemove }: LineProps) {
  const act = useAct()
  const isBuiltIn = connection.kind === 'built-in'
  const { status } = connection
  return (
    <div className={styles.connection}>
      {/* biome-ignore lint/a11y/useSemanticElements: a native radio cannot be drawn on these tokens */}
      <button
        type="button"
        role="radio"
        aria-checked={isUsed}
        aria-label={words.use(connection.name)}
        className={styles.radio}
        onClick={() => void act(bridge.connections.use({ connectionId: connection.id }))}
      />
      <div>
        <b>{isBuiltIn ? words.builtIn : connection.name}</b>
        <p data-tone={status.kind === 'failing' ? 'danger' : undefined}>{statusText(connection)}</p>
      </div>
      <span className={styles.buttons}>
        <Button
          onClick={() =>
            void act(bridge.connections.refresh({ connectionId: connection.id }), (fresh) =>
              fresh.status.kind === 'online'
                ? words.answered(fresh.name, Math.round(fresh.status.latencyMs))
                : null,
            )
          }
        >
          {words.test}
        </Button>
        {!isBuiltIn && <Button onClick={onEdit}>{words.change}</Button>}
        {!isBuiltIn && <Button onClick={onRemove}>{words.remove}</Button>}
      </span>
    </div>
  )
}

/** Address, state and balance in one line. */
function statusText(connection: ConnectionView): string {
  const { status, account } = connection
  if (status.kind === 'failing') return asSentence(status.error.message)
  const parts = [connection.baseUrl ?? words.onThisComputer]
  if (status.kind === 'starting') parts.push(words.starting)
  if (status.kind === 'online') parts.push(words.answersIn(Math.round(status.latencyMs)))
  const balance = balanceText(account)
  if (balance !== null && connection.kind === 'service') parts.push(balance)
  if (connection.kind === 'service' && !connection.hasKey) parts.push(words.noKey)
  if (connection.isKeySessionOnly) parts.push(words.sessionKey)
  return parts.join(', ')
}

function EditDialog({ existing, onClose }: { existing: ConnectionView | null; onClose: () => void }) {
  const form = useConnectionForm(existing)
  const save = async (): Promise<void> => {
    if ((await form.save()) !== null) onClose()
  }
  return (
    <Dialog
      title={existing === null ? words.connectTitle : words.changeTitle(existing.name)}
      onClose={onClose}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <div className={styles.dialogForm}>
          <ConnectionFields form={form} existing={existing} />
        </div>
        <div className={controls.dialogActions}>
          <Button isLarge onClick={onClose}>
            {texts.settings.cancel}
          </Button>
          <Button weight="primary" type="submit" isLarge disabled={form.test === null || form.isSaving}>
            {existing === null ? words.connectAction : words.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
