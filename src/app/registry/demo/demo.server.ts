import { randomInt } from 'node:crypto'
import { inArray, sql } from 'drizzle-orm'
import { account, invitation, member, organization, user } from '#/core/identity/identity.table.server.ts'
import { hashPassword } from '#/core/auth/password.server.ts'
import { databaseNow } from '#/core/db/clock.server.ts'
import type { OpenDatabase, Transaction } from '#/core/db/database.server.ts'
import { EnvError, type Env } from '#/core/env/env.server.ts'
import { keptSecret } from '#/core/env/signing-secret.server.ts'
import type { Log } from '#/core/log/log.server.ts'
import type { Storage } from '#/core/storage/storage.server.ts'
import { addDocument } from '#/features/documents/index.server.ts'
import { INVITATION_HOURS } from '#/features/organizations/index.server.ts'
import { excerptOf, posts } from '#/features/posts/index.server.ts'
import { todos } from '#/features/todos/index.server.ts'
import { createId } from '#/lib/create-id.ts'
import { demoDocuments } from './demo-documents.server.ts'
import { demoInvitation, demoOrganization, demoPosts, demoTodos, demoUsers } from './demo-content.server.ts'

type DemoOptions = { db: OpenDatabase['db']; env: Env; log: Log; storage: Storage }

// Instances that start together on an empty database seed it once.
const SEED_LOCK = 7_305_203
const demoEmails = demoUsers.map(({ email }) => email)

/**
 * In local mode, fills an empty database with the demo once and returns its password while demo accounts
 * exist. Outside local mode, throws EnvError while they exist, because their password is in a file; the
 * message names the command that removes them.
 */
export async function prepareDemo({ db, env, log, storage }: DemoOptions): Promise<string | undefined> {
  if (env.isLocal) await seedOnce({ db, env, log, storage })
  const [found] = await db.select({ id: user.id }).from(user).where(inArray(user.email, demoEmails)).limit(1)
  if (!found) return undefined
  if (!env.isLocal)
    throw new EnvError(
      'The database holds the demo accounts of local mode. Remove them first: npm run demo -- remove',
    )
  return demoPassword(env)
}

async function seedOnce({ db, env, log, storage }: DemoOptions): Promise<void> {
  const [first] = await db.select({ id: user.id }).from(user).limit(1)
  if (first) return
  const password = await hashPassword(demoPassword(env))
  await db.transaction(async (tx) => {
    // Another instance may be writing it.
    await tx.execute(sql`set local lock_timeout = 0`)
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`)
    const users = await tx.select({ id: user.id }).from(user).limit(1)
    if (users.length > 0) return
    await seed(tx, { password, storage })
    log.info(
      { users: demoUsers.length, posts: demoPosts.length, documents: demoDocuments.length },
      'the demo was written',
    )
  })
}

/** DEMO_PASSWORD, or one that is generated once and stored in DATA_DIR. */
function demoPassword(env: Env): string {
  return env.DEMO_PASSWORD ?? keptSecret(env.DATA_DIR, 'demo-password', readablePassword)
}

/** Four groups of four without letters that look alike: 77 bits, easy to type from a terminal. */
function readablePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}

async function seed(
  tx: Transaction,
  { password, storage }: { password: string; storage: Storage },
): Promise<void> {
  const organizationId = createId()
  await tx.insert(organization).values({ id: organizationId, ...demoOrganization })
  const ids = new Map<string, string>()
  for (const { email, firstName, lastName, role, acmeRole } of demoUsers) {
    const id = createId()
    ids.set(email, id)
    await tx
      .insert(user)
      .values({ id, email, firstName, lastName, name: `${firstName} ${lastName}`, role, emailVerified: true })
    await tx
      .insert(account)
      .values({ id: createId(), accountId: id, providerId: 'credential', userId: id, password })
    if (acmeRole)
      await tx.insert(member).values({ id: createId(), organizationId, userId: id, role: acmeRole })
  }
  const { inviter, ...invited } = demoInvitation
  const expiresAt = new Date(Date.now() + INVITATION_HOURS * 3_600_000)
  await tx
    .insert(invitation)
    .values({ id: createId(), organizationId, ...invited, inviterId: ids.get(inviter) ?? '', expiresAt })
  for (const { author, inAcme, title, content, hoursAgo } of demoPosts) {
    const createdById = ids.get(author)
    const at = new Date(databaseNow().getTime() - hoursAgo * 3_600_000)
    const workspace = inAcme
      ? { organizationId, ownerId: null }
      : { organizationId: null, ownerId: createdById }
    const text = { title, content, excerpt: excerptOf(content) }
    await tx.insert(posts).values({
      id: createId(at.getTime()),
      ...workspace,
      createdById,
      ...text,
      createdAt: at,
      updatedAt: at,
    })
  }
  for (const { author, inAcme, text, completed } of demoTodos) {
    const createdById = ids.get(author)
    const workspace = inAcme
      ? { organizationId, ownerId: null }
      : { organizationId: null, ownerId: createdById }
    const version = sql`nextval('todo_version')`
    await tx.insert(todos).values({ id: createId(), ...workspace, createdById, text, completed, version })
  }
  for (const { author, name, text } of demoDocuments) {
    const document = {
      workspace: { organizationId, ownerId: null },
      createdById: ids.get(author) ?? null,
      name,
      format: 'markdown',
      text,
    } as const
    await addDocument(tx, storage, document)
  }
}

/**
 * Removes the demo: its users with everything they own, and its organization unless somebody else has joined
 * it. Returns the number of removed users.
 */
export async function removeDemo(db: OpenDatabase['db']): Promise<number> {
  return db.transaction(async (tx) => {
    const gone = await tx.delete(user).where(inArray(user.email, demoEmails)).returning({ id: user.id })
    await tx
      .delete(organization)
      .where(
        sql`${organization.slug} = ${demoOrganization.slug} and not exists (select 1 from ${member} where ${member.organizationId} = ${organization.id})`,
      )
    return gone.length
  })
}
