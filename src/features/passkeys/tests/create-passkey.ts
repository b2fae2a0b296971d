import type { OpenDatabase } from '@plinth/core/database/server'
import { passkey } from '../server/passkeys.table.server.ts'
import { createId } from '@plinth/core/schema'

/** Adds a passkey that no device holds. Returns its id. */
export async function createPasskey(db: OpenDatabase['db'], userId: string): Promise<string> {
  const id = createId()
  await db.insert(passkey).values({
    id,
    userId,
    name: 'A key',
    publicKey: 'x',
    credentialID: id,
    counter: 0,
    deviceType: 'singleDevice',
    backedUp: false,
  })
  return id
}
