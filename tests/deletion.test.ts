// What the deletion of an account or an organization leaves behind, and what it races with.
import { TRPCError } from '@trpc/server'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { appRouter } from '#/app/registry/router.server.ts'
import { installed } from '#/app/registry/installed.server.ts'
import { anonymous, type SignedInActor } from '#/core/access/actor.ts'
import { readSession } from '#/core/auth/session.server.ts'
import { deliverMail } from '#/core/email/send-mail.server.ts'
import { invitation } from '#/core/identity/identity.table.server.ts'
import { defineJob } from '#/core/jobs/jobs.server.ts'
import { prepareJobs } from '#/core/jobs/prepare-jobs.server.ts'
import { limitCounter } from '#/core/limits/limits.table.server.ts'
import { file } from '#/core/storage/file.table.server.ts'
import { installation } from '#/core/storage/installation.table.server.ts'
import type { Storage } from '#/core/storage/storage.server.ts'
import { sweepFiles } from '#/core/storage/sweep-files.server.ts'
import { createCallerFactory } from '#/core/trpc/trpc.server.ts'
import { exportAccountJob } from '#/features/account/index.server.ts'
import { exportUsers } from '#/features/administration/server/export-users.server.ts'
import { exportAudit } from '#/features/audit-log/server/export-audit.server.ts'
import { createId } from '#/lib/create-id.ts'
import { inputOf } from './support/arbitrary-input.ts'
import { createWaitingGeneration } from './support/chat-rows.ts'
import { proceduresOf } from './support/entry-points.ts'
import {
  actorOf,
  createDocument,
  createOrganization,
  createPost,
  createSession,
  createUser,
  type TestOrganization,
  type TestUser,
} from './support/factories.ts'
import { makeContext } from './support/make-context.ts'
import { provideAllTexts } from './support/provide-all-texts.ts'
import { provideServices } from './support/provide-services.ts'
import { openTestDatabase, testLog } from './support/test-database.ts'

provideAllTexts()
const { db, pool } = await openTestDatabase()
const { storage } = makeContext(db, anonymous)
const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()
beforeAll(async () => {
  const queues = [deliverMail, { name: 'index-document' }, { name: 'embed-document' }]
  const jobs = queues.map((queue) => defineJob({ ...queue, handler: async () => {} }))
  await prepareJobs({
    pool,
    jobs: [...jobs, exportAccountJob({ storage, content: installed.accountExport })],
  })
  await db.insert(installation).values({ id: createId(), createdAt: sql`now() - interval '10 days'` })
  await provideServices(db)
})

const newAddress = () => `${createId()}@example.org`
const as = (actor: SignedInActor) => createCallerFactory(appRouter)(makeContext(db, actor))

/** The rows of every table that contain a text. */
async function rowsWith(text: string): Promise<Record<string, string[]>> {
  const tables = await db.execute<{ schema: string; name: string }>(sql`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`)
  const found: Record<string, string[]> = {}
  for (const { schema, name } of tables.rows) {
    const table = sql`${sql.identifier(schema)}.${sql.identifier(name)}`
    const { rows } = await db.execute<{ row: string }>(
      sql`select t::text as row from ${table} t where t::text ilike ${`%${text}%`}`,
    )
    if (rows.length > 0) found[name] = rows.map(({ row }) => row)
  }
  return found
}

async function drain(pages: AsyncGenerator<unknown, void, void>): Promise<void> {
  for await (const _ of pages);
}

async function invited(organization: TestOrganization, owner: TestUser, { email }: TestUser) {
  return (await as(actorOf(owner, organization)).organizations.invite({ email, role: 'member' })).id
}

test('a deleted account leaves its name and address only in sent mail and in limits that end by themselves', async () => {
  const [admin, ben] = [await createUser(db, { role: 'admin' }), await createUser(db)]
  const zora = await createUser(db, {
    name: 'Zora Quillfeather',
    firstName: 'Zora',
    lastName: 'Quillfeather',
    email: 'zora.quillfeather@example.com',
  })
  const [acme, solo, joined, declined, open] = [
    await createOrganization(db, { owner: [ben, zora] }),
    await createOrganization(db, { owner: zora }),
    await createOrganization(db, { owner: ben }),
    await createOrganization(db, { owner: ben }),
    await createOrganization(db, { owner: ben }),
  ]
  for (const actor of [actorOf(zora), actorOf(zora, acme), actorOf(zora, solo)]) {
    await createSession(db, actor, { secret: 'x' })
    await createPost(db, actor)
    await createDocument(db, actor)
    await createWaitingGeneration(db, actor)
  }
  await as(actorOf(zora)).organizations.acceptInvitation({ id: await invited(joined, ben, zora) })
  await as(actorOf(zora)).organizations.declineInvitation({ id: await invited(declined, ben, zora) })
  const stillOpen = await invited(open, ben, zora)
  await as(actorOf(zora, acme)).organizations.invite({ email: 'else@example.com', role: 'member' })
  await as(actorOf(zora)).account.export()
  const asAdmin = makeContext(db, actorOf(admin))
  await drain(exportUsers(asAdmin, { search: zora.email, sort: 'createdAt', direction: 'desc' }))
  await drain(exportAudit(asAdmin, { search: 'Quillfeather' }))
  await as(actorOf(admin)).admin.users.ban({
    userId: zora.id,
    reason: 'Spam',
    expiresAt: new Date(Date.now() + 3_600_000),
  })
  await as(actorOf(admin)).admin.users.delete({ userId: zora.id })
  // An open invitation belongs to whoever has the mailbox, for its 48 hours.
  expect(await rowsWith('quillfeather')).toMatchObject({ invitation: [expect.stringContaining(stillOpen)] })
  await db.delete(invitation).where(eq(invitation.id, stillOpen))
  expect(Object.keys(await rowsWith('quillfeather')).toSorted()).toEqual(['limit_counter', 'mail'])
})

test('the log of an organization has everyone who left and every invitation revoked, and nothing of another organization', async () => {
  const [admin, ben, cleo, dan] = [
    await createUser(db, { role: 'admin' }),
    await createUser(db),
    await createUser(db),
    await createUser(db),
  ]
  const acme = await createOrganization(db, { owner: [ben, cleo], admin: dan })
  const home = await createOrganization(db, { owner: ben, member: admin })
  await createOrganization(db, { owner: cleo })
  await as(actorOf(cleo, acme)).organizations.invite({ email: newAddress(), role: 'owner' })
  await as(actorOf(dan, acme)).organizations.invite({ email: newAddress(), role: 'member' })
  await as(actorOf(ben, acme)).organizations.setMemberRole({ userId: cleo.id, role: 'member' })
  await as(actorOf(admin, home)).admin.users.delete({ userId: cleo.id })
  await as(actorOf(admin, home)).admin.users.delete({ userId: dan.id })
  expect(await logOf(acme, ben)).toEqual([
    ['invitation.create', cleo.id],
    ['invitation.create', dan.id],
    ['invitation.cancel', ben.id],
    ['member.changeRole', ben.id],
    ['member.remove', admin.id],
    ['invitation.cancel', admin.id],
    ['member.remove', admin.id],
  ])
  expect(await logOf(home, ben)).toEqual([])
})

async function logOf(organization: TestOrganization, owner: TestUser) {
  const { items } = await as(actorOf(owner, organization)).audit.organization()
  return items.map(({ action, actor }) => [action, actor?.id]).toReversed()
}

test.each(['account', 'organization'] as const)(
  'every mutation, raced with the deletion of its %s, either happens or is refused, and leaves no file',
  async (what) => {
    const outcomes = new Map<string, string>()
    for (const { name, input, isMutation } of proceduresOf(appRouter)) {
      if (!isMutation) continue
      await db.delete(limitCounter)
      const [admin, ada, ben] = [
        await createUser(db, { role: 'admin' }),
        await createUser(db),
        await createUser(db),
      ]
      const acme = await createOrganization(db, { owner: [ada, ben] })
      const inside = actorOf(ada, what === 'organization' ? acme : undefined)
      const { token } = await createSession(db, inside, { secret: 'x', reauthenticatedAt: new Date() })
      const { actor: found } = await readSession(db, token)
      const actor = found as SignedInActor
      const own = [await createPost(db, actor), await createDocument(db, actor)].map(({ id }) => id)
      const ids = fc.constantFrom(...own, acme.id, ben.id)
      const arbitrary = inputOf(input as z.ZodType | undefined, {
        ids: name.endsWith('.create') ? fc.uuid() : ids,
        picture,
      })
      const calls = fc.sample(arbitrary, 3).map((value) => call(actor, name, value))
      const deletion =
        what === 'account'
          ? call(actorOf(admin), 'admin.users.delete', { userId: ada.id })
          : call(actorOf(ben, acme), 'organizations.delete', { id: acme.id })
      for (const outcome of await Promise.all([...calls, deletion])) outcomes.set(outcome, name)
    }
    for (const [outcome, name] of outcomes) expect(refusals, name).toContain(outcome)
    const rows = (await db.select({ id: file.id }).from(file)).map(({ id }) => id)
    for await (const stored of storage.list()) for (const { id } of stored) expect(rows).toContain(id)
  },
)

const refusals = [
  'OK',
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
]

async function call(actor: SignedInActor, name: string, input: unknown): Promise<string> {
  const verb = name.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], as(actor))
  try {
    await (verb as (input: unknown) => Promise<unknown>)(input)
    return 'OK'
  } catch (error) {
    return error instanceof TRPCError ? error.code : String(error)
  }
}

test('the bytes of an export that was written while its account was deleted are gone a day later', async () => {
  const [admin, ada] = [await createUser(db, { role: 'admin' }), await createUser(db)]
  const { id: exportId } = await as(actorOf(ada)).account.export()
  const written: string[] = []
  const slow: Storage = {
    ...storage,
    async put(id, content) {
      await as(actorOf(admin)).admin.users.delete({ userId: ada.id })
      await storage.put(id, content)
      written.push(id)
    },
  }
  const context = { db, log: testLog, signal: new AbortController().signal, attempt: 1 }
  await exportAccountJob({ storage: slow, content: installed.accountExport }).handler(context, { exportId })
  expect(written).toHaveLength(1)
  const aDayAgo = new Date(Date.now() - 25 * 3_600_000)
  const later: Storage = {
    ...storage,
    async *list() {
      for await (const stored of storage.list())
        yield stored.map((found) => ({ ...found, writtenAt: aDayAgo }))
    },
  }
  await sweepFiles({ db, storage: later, log: testLog })
  expect(await storage.open(written[0] ?? '')).toBeUndefined()
})
