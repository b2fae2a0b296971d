import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { endCredentials } from '@plinth/core/auth/server'
import { digestOf, organization, session } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import { auditOf } from '@plinth/testing/expect-audit.ts'
import { actorOf, createTeam, createUser } from '@plinth/testing/factories.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { createApiKey } from '../tests/create-api-key.ts'
import { sampleRouter } from '../tests/sample-router.ts'
import { KEYS_PER_USER } from '../api.schema.ts'
import { apiKeys } from './api-keys.table.server.ts'
import { createKey } from './create-key.server.ts'
import { exportKeys } from './export-keys.server.ts'
import { isKey, newKey } from './key-text.server.ts'
import { listKeys } from './list-keys.server.ts'
import { revokeKey } from './revoke-key.server.ts'
import { sweepKeys } from './sweep-keys.server.ts'

provideAllTexts()
const { db } = await openTestDatabase()
const input = { name: 'Import', scopes: ['things:read'], expiresInDays: 90 }

/** A user, in a session that has just authenticated. */
async function recentUser(actor = undefined as ReturnType<typeof actorOf> | undefined) {
  const own = actor ?? actorOf(await createUser(db))
  await db.insert(session).values({
    id: own.sessionId,
    token: createId(),
    userId: own.userId,
    expiresAt: new Date(Date.now() + 86_400_000),
    reauthenticatedAt: new Date(),
  })
  return own
}

test('a key is recognized by its prefix and checksum, and only its hash is stored', async () => {
  const actor = await recentUser()
  const { id, key, expiresAt } = await createKey(makeContext(db, actor), input, sampleRouter)
  expect(key).toMatch(/^plinth_[0-9a-f]{72}$/)
  expect([isKey(key), isKey(newKey()), isKey(`${key}0`), isKey(key.replace(/.$/, 'x'))]).toEqual([
    true,
    true,
    false,
    false,
  ])
  // Created before the product was renamed.
  expect(isKey(key.replace(/^[a-z]+_/, 'acme_desk_2_'))).toBe(true)
  const [row] = await db.select().from(apiKeys).where(eq(apiKeys.id, id))
  expect(row).toMatchObject({ digest: digestOf(key), hint: key.slice(-6), organizationId: null })
  expect(JSON.stringify(row)).not.toContain(key.slice(7, -6))
  expect(Math.round((expiresAt.getTime() - Date.now()) / 86_400_000)).toBe(90)
  expect((await auditOf(db, id)).map(({ action }) => action)).toEqual(['apiKey.create'])
})

test('a key needs a recent authentication, and no impersonated session, token or unknown scope makes one', async () => {
  const old = actorOf(await createUser(db))
  const create = (actor: typeof old, given = input) => createKey(makeContext(db, actor), given, sampleRouter)
  await expect(create(old)).rejects.toThrow('errors:reauthenticate')
  const recent = await recentUser()
  await expect(create({ ...recent, impersonatedBy: 'eve' })).rejects.toThrow('errors:forbidden')
  const token = { id: 'one', kind: 'key' as const, name: 'Import', actions: ['apiKeys.create'] }
  await expect(create({ ...recent, token })).rejects.toThrow('errors:forbidden')
  await expect(create(recent, { ...input, scopes: ['nothing:read'] })).rejects.toMatchObject({
    code: 'api:errors.scopeUnknown',
    params: { field: 'scopes' },
  })
  expect(await db.$count(apiKeys)).toBe(1)
})

test('a user has twenty keys at most, also when they are created at once', async () => {
  const actor = await recentUser()
  for (let count = 1; count < KEYS_PER_USER; count++) await createApiKey(db, actor)
  const outcomes = await Promise.allSettled(
    [1, 2, 3].map(() => createKey(makeContext(db, actor), input, sampleRouter)),
  )
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
})

test('a list shows the own keys of all workspaces, and never a key', async () => {
  const team = await createTeam(db)
  const inTeam = await recentUser(team.member)
  const { key } = await createKey(makeContext(db, inTeam), input, sampleRouter)
  await createApiKey(db, { userId: inTeam.userId, workspace: { organizationId: null } })
  await createApiKey(db, team.owner)
  const list = await listKeys(makeContext(db, inTeam), sampleRouter)
  expect(list.items.map(({ workspace }) => workspace)).toEqual([null, 'Acme'])
  expect(list.workspace).toBe('Acme')
  expect(list.scopes).toContainEqual({ scope: 'things:read', path: '/things' })
  const exported = await exportKeys(db, inTeam.userId)
  expect(exported.map(({ organizationId }) => organizationId).toSorted()).toEqual([
    team.organization.id,
    null,
  ])
  expect(JSON.stringify([list, exported])).not.toContain(key.slice(7, -6))
})

test('a list says which keys have expired, and which will within a week', async () => {
  const actor = actorOf(await createUser(db))
  for (const days of [-1, 1, 8]) {
    const expiresAt = new Date(Date.now() + days * 86_400_000)
    await createApiKey(db, actor, { name: String(days), expiresAt })
  }
  const { items } = await listKeys(makeContext(db, actor), sampleRouter)
  expect(Object.fromEntries(items.map(({ name, expiry }) => [name, expiry]))).toEqual({
    '-1': 'expired',
    1: 'soon',
    8: 'later',
  })
})

test("a user revokes their own keys, and finds nobody else's", async () => {
  const [own, other] = [actorOf(await createUser(db)), actorOf(await createUser(db))]
  const { id } = await createApiKey(db, own)
  await expect(revokeKey(makeContext(db, other), { id })).rejects.toThrow('errors:notFound')
  await expect(revokeKey(makeContext(db, { ...own, impersonatedBy: 'eve' }), { id })).rejects.toThrow(
    'errors:forbidden',
  )
  await revokeKey(makeContext(db, own), { id })
  expect((await auditOf(db, id)).map(({ action }) => action)).toEqual(['apiKey.revoke'])
  await expect(revokeKey(makeContext(db, own), { id })).rejects.toThrow('errors:notFound')
})

test('keys end with what ends sessions, and with their organization', async () => {
  const team = await createTeam(db)
  const left = () => db.$count(apiKeys, eq(apiKeys.userId, team.owner.userId))
  for (const event of ['ownerProof', 'providerProof', 'revokedAccess'] as const) {
    await createApiKey(db, team.owner)
    await db.transaction((tx) => endCredentials(tx, event, { userId: team.owner.userId }))
    expect(await left(), event).toBe(0)
  }
  await createApiKey(db, team.owner)
  await db.delete(organization).where(eq(organization.id, team.organization.id))
  expect(await left()).toBe(0)
})

test('a key is deleted a month after its expiry', async () => {
  const actor = actorOf(await createUser(db))
  const daysAgo = (days: number) => ({ expiresAt: new Date(Date.now() - days * 86_400_000) })
  await createApiKey(db, actor, daysAgo(31))
  const { id } = await createApiKey(db, actor, daysAgo(29))
  expect(await sweepKeys(db)).toBe(1)
  expect(await db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.userId, actor.userId))).toEqual([
    { id },
  ])
})
