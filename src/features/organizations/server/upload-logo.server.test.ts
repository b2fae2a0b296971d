import { and, eq } from 'drizzle-orm'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type Actor, anonymous } from '@plinth/core/access'
import { member, organization } from '@plinth/core/database/server'
import { ORGANIZATION_LOGO } from './organization-logo.server.ts'
import { file, serveFile } from '@plinth/core/files/server'
import { router } from '@plinth/core/verb/server'
import { auditOf, whileAuditFails } from '@plinth/testing/expect-audit.ts'
import { deleteDuringUpload } from '@plinth/testing/delete-during-upload.ts'
import { actorOf, createTeam, createUser } from '@plinth/testing/factories.ts'
import { failureOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase, testLog } from '@plinth/testing/test-database.ts'
import { organizationsRouter } from './organizations.router.server.ts'
import { LOGO_UPLOADS_PER_DAY, uploadLogo } from './upload-logo.server.ts'

const { db, connection } = await openTestDatabase()
const { storage } = makeContext(db, anonymous)
const appRouter = router({ organizations: organizationsRouter })
const png = Buffer.from(
  await sharp({ create: { width: 60, height: 40, channels: 3, background: '#3366cc' } })
    .png()
    .toBuffer(),
)

const upload = (actor: Actor, bytes: Uint8Array<ArrayBuffer> = png, name = 'logo.png') =>
  uploadLogo(makeContext(db, actor), { file: new File([bytes], name) })
const logoOf = async (id: string) =>
  (await db.select({ logo: organization.logo }).from(organization).where(eq(organization.id, id)))[0]?.logo
const logoFiles = () => db.select().from(file).where(eq(file.purpose, ORGANIZATION_LOGO))
const serve = async (id: string) => serveFile({ db, storage, log: testLog }, id, [ORGANIZATION_LOGO])

async function send(actor: Actor, form: FormData) {
  const req = new Request('http://localhost/api/trpc/organizations.uploadLogo', {
    method: 'POST',
    body: form,
  })
  const response = await fetchRequestHandler({
    endpoint: '/api/trpc',
    req,
    router: appRouter,
    createContext: () => makeContext(db, actor),
  })
  const answer = await response.json()
  return {
    status: response.status,
    id: answer.result?.data.json.id,
    fields: answer.error?.json.data.app.fields,
    code: answer.error?.json.data.app.code,
  }
}

function formOf(part: File): FormData {
  const form = new FormData()
  form.append('file', part)
  return form
}

describe('a logo', () => {
  test('is set on the active organization by a browser form and written to the audit log', async () => {
    const { organization: acme, admin } = await createTeam(db)
    const { status, id } = await send(admin, formOf(new File([png], '../../logo.png', { type: 'image/png' })))
    expect(status).toBe(200)
    expect(await logoOf(acme.id)).toBe(`/api/files/${id}`)
    expect((await serve(id)).headers.get('content-type')).toBe('image/webp')
    expect(await auditOf(db, acme.id)).toMatchObject([
      { action: 'organization.changeLogo', actorId: admin.userId, details: { fileId: id } },
    ])
  })

  test('replaces the previous one, also that of another member', async () => {
    const { organization: acme, owner, admin } = await createTeam(db)
    const first = await upload(owner)
    const second = await upload(admin)
    expect(await logoOf(acme.id)).toBe(`/api/files/${second.id}`)
    expect([(await serve(first.id)).status, (await serve(second.id)).status]).toEqual([404, 200])
  })

  test('uploaded ten times in parallel leaves one file', async () => {
    const { organization: acme, owner, admin } = await createTeam(db)
    const before = new Set((await logoFiles()).map(({ id }) => id))
    await Promise.all(Array.from({ length: 10 }, (_, at) => upload(at % 2 === 0 ? owner : admin)))
    const left = (await logoFiles()).filter(({ id }) => !before.has(id))
    expect(left.map(({ id }) => `/api/files/${id}`)).toEqual([await logoOf(acme.id)])
  })

  test('changes nothing if the audit log cannot be written', async () => {
    const { organization: acme, owner } = await createTeam(db)
    const before = await logoFiles()
    await whileAuditFails(db, () => expect(upload(owner)).rejects.toThrow())
    expect(await logoOf(acme.id)).toBeNull()
    expect(await logoFiles()).toEqual(before)
  })
})

describe('an upload is rejected', () => {
  test('for plain members, in the personal workspace, for anonymous callers and for removed or demoted members', async () => {
    const { organization: acme, owner, admin, member: plain } = await createTeam(db)
    expect(await failureOf(upload(plain))).toMatchObject({ kind: 'forbidden' })
    expect(await failureOf(upload(actorOf(await createUser(db))))).toMatchObject({ kind: 'forbidden' })
    expect(await failureOf(upload(anonymous))).toMatchObject({ kind: 'unauthenticated' })
    await db.delete(member).where(and(eq(member.organizationId, acme.id), eq(member.userId, owner.userId)))
    expect(await failureOf(upload(owner))).toMatchObject({ kind: 'not_found' })
    await db.update(member).set({ role: 'member' }).where(eq(member.userId, admin.userId))
    expect(await failureOf(upload(admin))).toMatchObject({ kind: 'forbidden' })
    expect(await logoOf(acme.id)).toBeNull()
  })

  test('if the content is not an image or the name says SVG, with an error at the field', async () => {
    const { organization: acme, owner } = await createTeam(db)
    const notOne = { status: 400, code: 'errors:notAnImage' }
    expect(
      await send(
        owner,
        formOf(new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.svg', { type: 'image/svg+xml' })),
      ),
    ).toMatchObject(notOne)
    expect(await send(owner, formOf(new File([png], 'a.svg', { type: 'image/png' })))).toMatchObject(notOne)
    expect(await send(owner, new FormData())).toMatchObject({
      status: 400,
      fields: { file: 'errors:oneFile' },
    })
    expect(await failureOf(upload(owner, Buffer.from('<svg/>')))).toMatchObject({
      kind: 'invalid',
      code: 'errors:notAnImage',
    })
    expect(await failureOf(upload(owner, Buffer.alloc(2 * 1024 * 1024 + 1)))).toMatchObject({
      kind: 'too_large',
      code: 'errors:fileTooLarge',
    })
    const wide = Buffer.from(
      await sharp({ create: { width: 4097, height: 1, channels: 3, background: '#000' } })
        .png()
        .toBuffer(),
    )
    expect(await failureOf(upload(owner, wide))).toMatchObject({ code: 'errors:tooManyPixels' })
    expect(await logoOf(acme.id)).toBeNull()
  })

  test('from the 21st attempt of a day', async () => {
    const { owner } = await createTeam(db)
    for (let at = 0; at < LOGO_UPLOADS_PER_DAY; at++) await upload(owner)
    expect(await failureOf(upload(owner))).toMatchObject({ kind: 'limit' })
  })
})

test('an upload leaves nothing when its organization or its user is deleted meanwhile', () =>
  deleteDuringUpload({ db, connection, storage }, ['organization', 'user'], ({ actor }) => upload(actor)))
