import { randomInt } from 'node:crypto'
import { existsSync, openAsBlob } from 'node:fs'
import path from 'node:path'
import { and, eq, inArray, notExists, sql } from 'drizzle-orm'
import type { Actor } from '#/access/actor.ts'
import { uploadFile, uploadImage } from '#/attachments/upload-attachment.server.ts'
import { auditLog } from '#/audit/audit.table.server.ts'
import { account, member, organization, user } from '#/identity/identity.table.server.ts'
import { hashPassword, verifyPassword } from '#/auth/password.server.ts'
import { databaseNow } from '#/db/clock.server.ts'
import type { OpenDatabase, Transaction } from '#/db/database.server.ts'
import { EnvError, type Env } from '#/env/env.server.ts'
import { keptSecret } from '#/env/signing-secret.server.ts'
import type { DemoConversation, DemoSeed } from '#/feature.server.ts'
import type { Log } from '#/log/log.server.ts'
import type { Live } from '#/realtime/live.server.ts'
import { referenceChoices } from '#/references/references.server.ts'
import type { Storage } from '#/storage/storage.server.ts'
import type { VerbContext } from '#/trpc/context.server.ts'
import { AVATAR_HUES, avatarHue, hueAt } from '#/lib/avatar-color.ts'
import { createId } from '#/lib/create-id.ts'
import { joinName } from '#/lib/full-name.ts'
import { demoParts, installed } from '../installed.server.ts'
import { demoEvents } from './demo-events.server.ts'
import { demoUsers } from './demo-users.server.ts'

export type Demo = { password: string | undefined }
type DemoOptions = { db: OpenDatabase['db']; env: Env; log: Log; storage: Storage; live: Live }

// Instances that start at the same time on an empty database seed it once.
const SEED_LOCK = 7_305_203
const KEPT = 'demo-password'
const demoEmails = demoUsers.map(({ email }) => email)

/**
 * In local mode, fills an empty database with the demo once and says, while demo accounts exist, with which
 * password they can be signed in to: undefined for one that neither DEMO_PASSWORD nor DATA_DIR holds.
 * Outside local mode, throws EnvError while they exist, because their password is in a file; the message
 * names the command that removes them.
 */
export async function prepareDemo(options: DemoOptions): Promise<Demo | undefined> {
  const { db, env } = options
  if (env.isLocal) await seedOnce(options)
  const [found] = await db
    .select({ hash: account.password })
    .from(user)
    .leftJoin(account, and(eq(account.userId, user.id), eq(account.providerId, 'credential')))
    .where(inArray(user.email, demoEmails))
    .orderBy(user.email)
    .limit(1)
  if (!found) return undefined
  if (!env.isLocal)
    throw new EnvError(
      'The database holds the demo accounts of local mode. Remove them first: npm run demo -- remove',
    )
  return { password: found.hash === null ? undefined : await workingPassword(found.hash, env) }
}

/** The password as it was when the demo was made may be another, and the user may have changed it. */
async function workingPassword(hash: string, { DEMO_PASSWORD, DATA_DIR }: Env): Promise<string | undefined> {
  const kept = existsSync(path.join(DATA_DIR, KEPT)) ? keptSecret(DATA_DIR, KEPT) : undefined
  for (const password of [DEMO_PASSWORD, kept])
    if (password !== undefined && (await verifyPassword({ hash, password }))) return password
  return undefined
}

async function seedOnce(options: DemoOptions): Promise<void> {
  const { db, env, log } = options
  const [first] = await db.select({ id: user.id }).from(user).limit(1)
  if (first) return
  const password = await hashPassword(demoPassword(env))
  await db.transaction(async (tx) => {
    // Waits without a timeout, because another instance may be seeding.
    await tx.execute(sql`set local lock_timeout = 0`)
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`)
    const users = await tx.select({ id: user.id }).from(user).limit(1)
    if (users.length > 0) return
    await seed(tx, options, password)
    log.info({ users: demoUsers.length }, 'the demo data was created')
  })
}

/**
 * Returns the password of a new demo: DEMO_PASSWORD, or a password that is generated once and stored in
 * DATA_DIR.
 */
function demoPassword(env: Env): string {
  return env.DEMO_PASSWORD ?? keptSecret(env.DATA_DIR, KEPT, readablePassword)
}

/** Four groups of four characters without look-alikes: 79 bits, easy to type from a terminal. */
function readablePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}

/** Ids of people of whom no two have one hue, neighbors least. The first six are not red. */
export const newIds = (names: readonly string[]): Map<string, string> =>
  new Map(
    names.map((name, at) => {
      const wanted = hueAt(((at * 5 + 6) % AVATAR_HUES) + (at < AVATAR_HUES ? 0 : AVATAR_HUES))
      let id = createId()
      while (avatarHue(id) !== wanted) id = createId()
      return [name, id]
    }),
  )
const hoursAgo = (hours: number) => new Date(databaseNow().getTime() - hours * 3_600_000)
/** A user signs up an hour before the day is over. */
const signedUp = (daysAgo: number) => daysAgo * 24 + 1

async function seed(tx: Transaction, options: DemoOptions, password: string): Promise<void> {
  const ids = newIds(demoEmails)
  const parts = await demoParts()
  const demo = createSeed(tx, options, {
    ids,
    conversations: parts.flatMap((part) => part.conversations ?? []),
  })
  await seedUsers(demo, password)
  for (const part of parts) await part.seed(demo)
}

type Content = { ids: ReadonlyMap<string, string>; conversations: readonly DemoConversation[] }

function createSeed(tx: Transaction, { storage, live, log }: DemoOptions, content: Content): DemoSeed {
  const organizationIds = new Map<string, string>()
  const userId = (email: string) => {
    const id = content.ids.get(email)
    if (id === undefined) throw new Error(`The demo has no ${email}`)
    return id
  }
  const workspaceOf = (email: string, place: 'organization' | 'personal') => {
    const [organizationId = null] = place === 'organization' ? organizationIds.values() : []
    return { organizationId, ownerId: organizationId === null ? userId(email) : null }
  }
  const contextOf = (email: string): VerbContext => {
    const { organizationId } = workspaceOf(email, 'organization')
    const role = organizationId === null ? 'owner' : 'member'
    const actor: Actor = {
      kind: 'user',
      userId: userId(email),
      sessionId: 'demo',
      role: 'user',
      emailVerified: true,
      workspace: { organizationId, role },
      impersonatedBy: null,
    }
    const { signal } = new AbortController()
    const actorNow = () => Promise.resolve(actor)
    return { db: tx, log, storage, live, embedding: undefined, actor, actorNow, signal }
  }
  return {
    tx,
    storage,
    installed: installed(),
    organizationIds,
    conversations: content.conversations,
    userId,
    hoursAgo,
    createdBy: (email, place = 'organization') => ({
      ...workspaceOf(email, place),
      createdById: userId(email),
    }),
    contextOf,
    async referred(email, of, at) {
      if (of === 'file' || of === 'image') return uploadExample(contextOf(email), of)
      const rows = await referenceChoices(contextOf(email), { of })
      return rows[at % rows.length]?.id ?? null
    },
    async audit({ by, hoursAgo: age, target, ...entry }) {
      await tx.insert(auditLog).values({
        id: createId(),
        actorId: userId(by),
        at: hoursAgo(age),
        ip: demoAddress(by),
        targetType: target?.type,
        targetId: target?.id,
        ...entry,
      })
    },
  }
}

async function uploadExample(ctx: VerbContext, kind: 'file' | 'image'): Promise<string> {
  if (kind === 'file') return (await uploadFile(ctx, { file: new File(['An example.'], 'example.txt') })).id
  const picture = await openAsBlob('public/icon-512.png')
  return (await uploadImage(ctx, { file: new File([picture], 'example.png') })).id
}

async function seedUsers({ tx, userId, audit }: DemoSeed, password: string): Promise<void> {
  await tx.insert(user).values(
    demoUsers.map(({ email, firstName, lastName, role, daysAgo, isUnverified, ban }) => ({
      id: userId(email),
      email,
      firstName,
      lastName,
      role,
      createdAt: hoursAgo(signedUp(daysAgo)),
      name: joinName({ firstName, lastName }),
      emailVerified: !isUnverified,
      ...(ban ? { banned: true, banReason: ban.reason, banExpires: hoursAgo(-ban.days * 24) } : {}),
    })),
  )
  await tx.insert(account).values(
    demoUsers.map(({ email, daysAgo }) => ({
      id: createId(),
      accountId: userId(email),
      providerId: 'credential',
      userId: userId(email),
      password,
      updatedAt: hoursAgo(signedUp(daysAgo)),
    })),
  )
  for (const { email, daysAgo, isUnverified, ban } of demoUsers) {
    const target = { type: 'user', id: userId(email) }
    await audit({ action: 'user.signUp', by: email, hoursAgo: signedUp(daysAgo), target })
    if (!isUnverified)
      await audit({ action: 'user.verifyEmail', by: email, hoursAgo: signedUp(daysAgo) - 0.1, target })
    if (ban) {
      const details = { reason: ban.reason, expiresAt: hoursAgo(-ban.days * 24).toISOString() }
      await audit({ action: 'user.ban', by: 'admin@example.com', hoursAgo: daysAgo * 12, target, details })
    }
  }
  for (const { onto, ...event } of demoEvents)
    await audit({ ...event, target: { type: 'user', id: userId(onto ?? event.by) } })
}

/** An address from the range reserved for documentation. */
const demoAddress = (email: string) => `203.0.113.${10 + demoEmails.indexOf(email)}`

/**
 * Removes the demo: its users with everything they own, and their organizations that nobody else has joined.
 * Returns the number of removed users.
 */
export async function removeDemo(db: OpenDatabase['db']): Promise<number> {
  return db.transaction(async (tx) => {
    const joined = await tx
      .selectDistinct({ id: member.organizationId })
      .from(member)
      .innerJoin(user, eq(user.id, member.userId))
      .where(inArray(user.email, demoEmails))
    const gone = await tx.delete(user).where(inArray(user.email, demoEmails)).returning({ id: user.id })
    const isEmpty = notExists(
      tx
        .select({ one: sql`1` })
        .from(member)
        .where(eq(member.organizationId, organization.id)),
    )
    const ids = joined.map(({ id }) => id)
    await tx.delete(organization).where(and(inArray(organization.id, ids), isEmpty))
    return gone.length
  })
}
