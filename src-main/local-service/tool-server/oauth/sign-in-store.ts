// Registered clients, confirmed sign-ins, and the hashes of their codes and tokens, in SQLite.

import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { ServiceDatabase } from '../../server/database.ts'
import { OAuthClient } from './clients.ts'

/** A sign-in that a person has confirmed: which client may act as which key. */
export interface Grant {
  readonly id: string
  readonly clientId: string
  /** The key that the client's tools act as. */
  readonly keyId: string
  readonly redirectUri: string
  /** PKCE, method S256. */
  readonly codeChallenge: string
}

export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string
}

export interface SignInStore {
  addClient(client: OAuthClient, nowMs: number): void
  client(id: string): OAuthClient | null
  /** Opens a sign-in and gives its code out, once. */
  open(grant: Omit<Grant, 'id'>, nowMs: number): string
  /**
   * The sign-in behind a code or refresh token of this client, which is thereby used up; null when it is unknown, expired or
   * another client's. One that was used before has leaked: its sign-in ends, with every token of it.
   */
  redeem(kind: 'code' | 'refresh', secret: string, clientId: string, nowMs: number): Grant | null
  issueTokens(grantId: string, nowMs: number): Tokens
  /** The sign-in behind a live access token. */
  grantOf(accessToken: string, nowMs: number): Grant | null
  /** Ends the sign-in that a token of this client belongs to, where there is one. */
  revoke(token: string, clientId: string): void
}

type SecretKind = 'code' | 'access' | 'refresh'

/** How long each lives. A refresh token is renewed with every use, so a client in use stays signed in. */
export const LIFETIME_MS: Readonly<Record<SecretKind, number>> = {
  code: 5 * 60_000,
  access: 60 * 60_000,
  refresh: 30 * 24 * 60 * 60_000,
}
/** A client that nobody has signed in with is forgotten after this; it registers again when it needs to. */
const IDLE_CLIENT_MS = 24 * 60 * 60_000

interface GrantRow {
  readonly id: string
  readonly client_id: string
  readonly key_id: string
  readonly redirect_uri: string
  readonly code_challenge: string
  readonly expires_ms: number
  readonly used_ms: number | null
}

/** The sign-ins kept in this database, whose tables `migrateSignIns` has made. */
export function createSignInStore(database: ServiceDatabase): SignInStore {
  const insertClient = database.prepare(
    'INSERT INTO oauth_clients (id, metadata, created_ms) VALUES (?, ?, ?)',
  )
  const selectClient = database
    .prepare<[string], string>('SELECT metadata FROM oauth_clients WHERE id = ?')
    .pluck()
  const insertGrant = database.prepare(`
    INSERT INTO oauth_grants (id, client_id, key_id, redirect_uri, code_challenge, created_ms)
    VALUES (?, ?, ?, ?, ?, ?)`)
  const deleteGrant = database.prepare('DELETE FROM oauth_grants WHERE id = ?')
  const insertSecret = database.prepare(
    'INSERT INTO oauth_secrets (hash, grant_id, kind, expires_ms) VALUES (?, ?, ?, ?)',
  )
  const selectGrant = database.prepare<[Buffer, SecretKind], GrantRow>(`
    SELECT oauth_grants.id, client_id, key_id, redirect_uri, code_challenge, expires_ms, used_ms
    FROM oauth_secrets JOIN oauth_grants ON oauth_grants.id = grant_id WHERE hash = ? AND kind = ?`)
  const markUsed = database.prepare('UPDATE oauth_secrets SET used_ms = ? WHERE hash = ?')
  const revokeByToken = database.prepare(`
    DELETE FROM oauth_grants WHERE client_id = ?
      AND id = (SELECT grant_id FROM oauth_secrets WHERE hash = ? AND kind <> 'code')`)
  const deleteExpired = database.prepare('DELETE FROM oauth_secrets WHERE expires_ms <= ?')
  const deleteEnded = database.prepare(
    'DELETE FROM oauth_grants WHERE NOT EXISTS (SELECT 1 FROM oauth_secrets WHERE grant_id = oauth_grants.id)',
  )
  const deleteIdleClients = database.prepare(`
    DELETE FROM oauth_clients WHERE created_ms <= ?
      AND NOT EXISTS (SELECT 1 FROM oauth_grants WHERE client_id = oauth_clients.id)`)

  function issue(kind: SecretKind, grantId: string, nowMs: number): string {
    const secret = `fr-${kind}-${randomBytes(32).toString('base64url')}`
    insertSecret.run(hashOf(secret), grantId, kind, nowMs + LIFETIME_MS[kind])
    return secret
  }

  function removeEnded(nowMs: number): void {
    deleteExpired.run(nowMs)
    deleteEnded.run()
    deleteIdleClients.run(nowMs - IDLE_CLIENT_MS)
  }

  return {
    addClient: database.transaction((client: OAuthClient, nowMs: number) => {
      removeEnded(nowMs)
      insertClient.run(client.client_id, JSON.stringify(client), nowMs)
    }),
    client(id) {
      const metadata = selectClient.get(id)
      return metadata === undefined ? null : OAuthClient.parse(JSON.parse(metadata))
    },
    open: database.transaction((grant: Omit<Grant, 'id'>, nowMs: number) => {
      const { clientId, keyId, redirectUri, codeChallenge } = grant
      const id = randomUUID()
      removeEnded(nowMs)
      insertGrant.run(id, clientId, keyId, redirectUri, codeChallenge, nowMs)
      return issue('code', id, nowMs)
    }),
    redeem: database.transaction(
      (kind: 'code' | 'refresh', secret: string, clientId: string, nowMs: number) => {
        const hash = hashOf(secret)
        const row = selectGrant.get(hash, kind)
        if (!row || row.client_id !== clientId) return null
        if (row.used_ms !== null) {
          deleteGrant.run(row.id)
          return null
        }
        if (nowMs >= row.expires_ms) return null
        markUsed.run(nowMs, hash)
        return grantFrom(row)
      },
    ),
    issueTokens: database.transaction((grantId: string, nowMs: number) => ({
      accessToken: issue('access', grantId, nowMs),
      refreshToken: issue('refresh', grantId, nowMs),
    })),
    grantOf(accessToken, nowMs) {
      const row = selectGrant.get(hashOf(accessToken), 'access')
      return row && nowMs < row.expires_ms ? grantFrom(row) : null
    },
    revoke(token, clientId) {
      revokeByToken.run(clientId, hashOf(token))
    },
  }
}

/** Each secret holds 256 random bits, so a plain hash keeps it unreadable. */
function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

function grantFrom(row: GrantRow): Grant {
  return {
    id: row.id,
    clientId: row.client_id,
    keyId: row.key_id,
    redirectUri: row.redirect_uri,
    codeChallenge: row.code_challenge,
  }
}
