import type { SignedInActor } from '@plinth/core/access'
import { type Db, digestOf } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import { apiKeys } from '../server/api-keys.table.server.ts'
import { hintOf, newKey } from '../server/key-text.server.ts'

/** Writes a key of that user for their active workspace. */
export async function createApiKey(
  db: Db,
  actor: Pick<SignedInActor, 'userId'> & { workspace: { organizationId: string | null } },
  values: Partial<typeof apiKeys.$inferInsert> = {},
): Promise<{ id: string; key: string }> {
  const key = newKey()
  const id = createId()
  await db.insert(apiKeys).values({
    id,
    userId: actor.userId,
    organizationId: actor.workspace.organizationId,
    name: 'Import',
    digest: digestOf(key),
    hint: hintOf(key),
    scopes: [],
    expiresAt: new Date(Date.now() + 86_400_000),
    ...values,
  })
  return { id, key }
}
