import sharp from 'sharp'
import { uploadFile, uploadImage } from '@plinth/core/internal/attachments/upload-attachment.server.ts'
import type { SignedInActor } from '@plinth/core/access'
import type { Db } from '@plinth/core/database/server'
import type { FeatureFixtures } from './feature-fixtures.ts'
import { makeContext } from './make-context.ts'

const fixturesOf = import.meta.glob<FeatureFixtures>('/src/features/*/*.fixtures.ts', {
  import: 'fixtures',
})

/**
 * The id of a row to refer to: a new one of that feature by the user, in their active workspace; for `user`,
 * the user; for `file`, `pdf` and `image`, an upload of the user.
 */
export async function referredRow(db: Db, actor: SignedInActor, of: string): Promise<string> {
  if (of === 'user') return actor.userId
  if (of === 'file' || of === 'pdf') {
    const file = of === 'pdf' ? new File(['%PDF-1.4'], 'kiln.pdf') : new File(['Kiln opening'], 'kiln.txt')
    return (await uploadFile(makeContext(db, actor), { file })).id
  }
  if (of === 'image') {
    const create = { width: 40, height: 30, channels: 3, background: 'teal' } as const
    const file = new File([new Uint8Array(await sharp({ create }).png().toBuffer())], 'kiln.png')
    return (await uploadImage(makeContext(db, actor), { file })).id
  }
  const fixtures = await fixturesOf[`/src/features/${of}/${of}.fixtures.ts`]?.()
  const [id] = (await fixtures?.rows?.(db, actor)) ?? []
  if (id === undefined)
    throw new Error(
      `Another feature refers to a row of ${of}, and its tests need one: src/features/${of}/${of}.fixtures.ts has no "rows". Add: async rows(db, actor) { return [(await create...(makeContext(db, actor), { ... })).id] }`,
    )
  return id
}
