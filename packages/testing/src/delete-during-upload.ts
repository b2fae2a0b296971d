import { expect } from 'vitest'
import { type Storage, file } from '@plinth/core/files/server'
import type { VerbContext } from '@plinth/core/verb/server'
import { deleteWhile } from './delete-while.ts'
import { createTeam } from './factories.ts'
import { makeContext } from './make-context.ts'
import type { openTestDatabase } from './test-database.ts'
import { storedIds } from './test-storage.ts'

type Place = Pick<Awaited<ReturnType<typeof openTestDatabase>>, 'db' | 'connection'> & { storage: Storage }

/** An upload of the owner of an organization leaves nothing when one of the two is deleted meanwhile. */
export async function deleteDuringUpload(
  { db, connection, storage }: Place,
  kinds: readonly ('organization' | 'user')[],
  upload: (ctx: VerbContext) => Promise<unknown>,
): Promise<void> {
  for (const kind of kinds) {
    const { organization, owner } = await createTeam(db)
    const left = async () => [await db.$count(file), await storedIds(storage)]
    const before = await left()
    const id = kind === 'user' ? owner.userId : organization.id
    await deleteWhile(connection, { kind, id }, () => upload(makeContext(db, owner, { storage })))
    expect(await left()).toEqual(before)
  }
}
