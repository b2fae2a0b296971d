import sharp from 'sharp'
import type { SignedInActor } from '@plinth/core/access'
import { workspaceOf } from '@plinth/core/database/server'
import { ATTACHMENT, attachments } from '@plinth/core/internal/attachments/attachments.table.server.ts'
import { file } from '@plinth/core/files/server'
import { createId } from '@plinth/core/schema'
import type { World } from '../../tests/matrix/actors.ts'
import { expectedAnswers } from '../../tests/matrix/table.ts'

// What brings parts of several features together.

function form(): FormData {
  const sent = new FormData()
  sent.set('file', new File(['Kiln opening'], 'kiln.txt'))
  return sent
}

async function picture(): Promise<FormData> {
  const drawn = sharp({ create: { width: 8, height: 4, channels: 3, background: 'teal' } }).png()
  const sent = new FormData()
  sent.set('file', new File([new Uint8Array(await drawn.toBuffer())], 'kiln.png'))
  return sent
}

/** An upload that no row has. */
async function uploadOf({ db }: World, actor: SignedInActor): Promise<{ id: string }> {
  const id = createId()
  const facts = { contentType: 'text/plain', sizeBytes: 1, uploadedById: actor.userId }
  await db.insert(file).values({ id, purpose: ATTACHMENT, ...facts })
  await db.insert(attachments).values({
    fileId: id,
    ...workspaceOf(actor),
    createdById: actor.userId,
    kind: 'file',
    name: 'kiln.txt',
  })
  return { id }
}

export const rows = expectedAnswers(
  `
  #                                 stranger unverified personal member admin owner foreign appAdmin impersonating banned
  overview.read                     401      200        200      200    200   200   200     200      200           401
  attachments.uploadFile            401      200        200      200    200   200   200     200      200           401
  attachments.uploadImage           401      200        200      200    200   200   200     200      200           401
  attachments.get (own)             401      200        200      200    200   200   200     200      200           401
  attachments.get (another's)       401      404        404      404    404   404   404     404      404           401
  attachments.get (unknown)         401      404        404      404    404   404   404     404      404           401
  GET /api/files/attachments/$fileId (another's)  401  404  404  404    404   404   404     404      404           401
  references.choices (members)      401      200        200      200    200   200   200     200      200           401
  references.choices (unknown)      401      404        404      404    404   404   404     404      404           401

  GET /dashboard                    >/login  200        200      200    200   200   200     200      200           >/login
  GET /dashboard/settings           >/login  200        200      200    200   200   200     200      200           >/login
  GET /dashboard/settings-enhanced  >/login  200        200      200    200   200   200     200      200           >/login
`,
  {
    'attachments.uploadFile': () => ({ input: form() }),
    'attachments.uploadImage': async () => ({ input: await picture() }),
    'attachments.get (own)': async (world, { actor }) => ({
      input: await uploadOf(world, actor ?? world.another),
    }),
    "attachments.get (another's)": async (world) => ({ input: await uploadOf(world, world.another) }),
    'attachments.get (unknown)': () => ({ input: { id: 'unknown' } }),
    "GET /api/files/attachments/$fileId (another's)": async (world) => ({
      path: `/api/files/attachments/${(await uploadOf(world, world.another)).id}`,
    }),
    'references.choices (members)': () => ({ input: { of: 'user' } }),
    'references.choices (unknown)': () => ({ input: { of: 'nothing' } }),
  },
)
