import { randomBytes } from 'node:crypto'
import type { SignedInActor } from '@plinth/core/access'
import { type Db, digestOf } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import { ACCESS_PREFIX } from '../server/app-tokens.server.ts'
import { connections } from '../server/connections.table.server.ts'
import { oauthClient } from '../server/oauth-client.table.server.ts'
import { oauthAccessToken } from '../server/oauth.table.server.ts'
import { AUDIENCE } from './oauth-client.ts'

type Owner = Pick<SignedInActor, 'userId'> & { workspace: { organizationId: string | null } }
type Given = { appUrl?: string; scopes?: readonly string[]; createdAt?: Date }

/** Writes an app that this user has connected to their active workspace, with an access token. */
export async function createConnection(
  db: Db,
  { userId, workspace }: Owner,
  { appUrl = 'http://localhost:3000', scopes = [], createdAt = new Date() }: Given = {},
): Promise<{ id: string; clientId: string; token: string }> {
  const [id, clientId, secret] = [createId(), createId(), randomBytes(24).toString('base64url')]
  const dated = { createdAt, updatedAt: createdAt }
  await db
    .insert(oauthClient)
    .values({ id: createId(), clientId, name: 'Claude', redirectUris: ['http://127.0.0.1/'], ...dated })
  await db.insert(connections).values({
    id,
    userId,
    organizationId: workspace.organizationId,
    clientId,
    scopes: [...scopes],
    redirectHost: '127.0.0.1',
    createdAt,
  })
  await db.insert(oauthAccessToken).values({
    id: createId(),
    token: digestOf(secret),
    clientId,
    userId,
    referenceId: id,
    resources: [appUrl + AUDIENCE],
    scopes: [...scopes],
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 3_600_000),
  })
  return { id, clientId, token: ACCESS_PREFIX + secret }
}
