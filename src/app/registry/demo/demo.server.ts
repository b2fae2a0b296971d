import { randomInt } from 'node:crypto'
import { and, inArray, sql } from 'drizzle-orm'
import { auditLog } from '#/core/audit/audit.table.server.ts'
import { account, invitation, member, organization, user } from '#/core/identity/identity.table.server.ts'
import { hashPassword } from '#/core/auth/password.server.ts'
import { databaseNow } from '#/core/db/clock.server.ts'
import type { OpenDatabase, Transaction } from '#/core/db/database.server.ts'
import { EnvError, type Env } from '#/core/env/env.server.ts'
import { keptSecret } from '#/core/env/signing-secret.server.ts'
import type { Log } from '#/core/log/log.server.ts'
import type { Storage } from '#/core/storage/storage.server.ts'
import { addThread } from '#/features/chat/index.server.ts'
import { addDocument, readSections } from '#/features/documents/index.server.ts'
import { INVITATION_HOURS } from '#/features/organizations/index.server.ts'
import { excerptOf, posts } from '#/features/posts/index.server.ts'
import { todos } from '#/features/todos/index.server.ts'
import { createId } from '#/lib/create-id.ts'
import { demoDocuments } from './demo-documents.server.ts'
import { demoEvents } from './demo-events.server.ts'
import { demoChats, demoPosts, demoTodos, type DemoChat } from './demo-content.server.ts'
import { demoInvitations, demoOrganizations, demoUsers } from './demo-users.server.ts'

type DemoOptions = { db: OpenDatabase['db']; env: Env; log: Log; storage: Storage }

// Instances that start at the same time on an empty database seed it once.
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
    // Waits without a timeout, because another instance may be seeding.
    await tx.execute(sql`set local lock_timeout = 0`)
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`)
    const users = await tx.select({ id: user.id }).from(user).limit(1)
    if (users.length > 0) return
    await seed(tx, { password, storage })
    log.info(
      { users: demoUsers.length, posts: demoPosts.length, documents: demoDocuments.length },
      'the demo data was created',
    )
  })
}

/** Returns DEMO_PASSWORD, or a password that is generated once and stored in DATA_DIR. */
function demoPassword(env: Env): string {
  return env.DEMO_PASSWORD ?? keptSecret(env.DATA_DIR, 'demo-password', readablePassword)
}

/** Four groups of four characters without look-alikes: 79 bits, easy to type from a terminal. */
function readablePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}

type Seeding = {
  tx: Transaction
  ids: ReadonlyMap<string, string>
  organizationIds: ReadonlyMap<string, string>
}

async function seed(
  tx: Transaction,
  { password, storage }: { password: string; storage: Storage },
): Promise<void> {
  const created = {
    tx,
    ids: newIds(demoEmails),
    organizationIds: newIds(demoOrganizations.map(({ slug }) => slug)),
  }
  await seedUsers(created, password)
  const postIds = await seedPosts(created)
  await seedTodos(created)
  const documentIds = await seedDocuments(created, storage)
  await seedChats(created, documentIds)
  await seedAudit(created, { postIds, documentIds })
}

const newIds = (names: readonly string[]) => new Map(names.map((name) => [name, createId()]))
const hoursBefore = (hours: number) => new Date(databaseNow().getTime() - hours * 3_600_000)

async function seedUsers({ tx, ids, organizationIds }: Seeding, password: string): Promise<void> {
  const at = (daysAgo: number) => hoursBefore(daysAgo * 24 + 1)
  await tx.insert(user).values(
    demoUsers.map(({ email, firstName, lastName, role, daysAgo, isUnverified, ban }) => ({
      id: idOf(ids, email),
      email,
      firstName,
      lastName,
      role,
      createdAt: at(daysAgo),
      name: `${firstName} ${lastName}`,
      emailVerified: !isUnverified,
      ...(ban ? { banned: true, banReason: ban.reason, banExpires: hoursBefore(-ban.days * 24) } : {}),
    })),
  )
  await tx.insert(account).values(
    [...ids.values()].map((userId) => ({
      id: createId(),
      accountId: userId,
      providerId: 'credential',
      userId,
      password,
    })),
  )
  for (const { name, slug, roleIn } of demoOrganizations) {
    const organizationId = idOf(organizationIds, slug)
    const members = demoUsers.flatMap(({ email, daysAgo, [roleIn]: role }) =>
      role ? [{ email, role, createdAt: at(daysAgo) }] : [],
    )
    const createdAt = members.find(({ role }) => role === 'owner')?.createdAt
    await tx.insert(organization).values({ id: organizationId, name, slug, createdAt })
    await tx.insert(member).values(
      members.map(({ email, ...row }) => ({
        id: createId(),
        organizationId,
        userId: idOf(ids, email),
        ...row,
      })),
    )
  }
  await tx.insert(invitation).values(
    demoInvitations.map(({ slug, inviter, hoursAgo, ...invited }) => ({
      id: createId(),
      organizationId: idOf(organizationIds, slug),
      inviterId: idOf(ids, inviter),
      ...invited,
      createdAt: hoursBefore(hoursAgo),
      expiresAt: hoursBefore(hoursAgo - INVITATION_HOURS),
    })),
  )
}

/** Returns the columns of content that a user created in Acme or in the personal workspace. */
function madeBy({ ids, organizationIds }: Seeding, { author, inAcme }: { author: string; inAcme: boolean }) {
  const createdById = idOf(ids, author)
  return inAcme
    ? { organizationId: idOf(organizationIds, 'acme'), ownerId: null, createdById }
    : { organizationId: null, ownerId: createdById, createdById }
}

/** Returns the ids by title. */
async function seedPosts(seeding: Seeding): Promise<Map<string, string>> {
  const rows = demoPosts.map((post) => {
    const { title, content, hoursAgo } = post
    const at = hoursBefore(hoursAgo)
    const text = { title, content, excerpt: excerptOf(content) }
    return { id: createId(at.getTime()), ...madeBy(seeding, post), ...text, createdAt: at, updatedAt: at }
  })
  await seeding.tx.insert(posts).values(rows)
  return new Map(rows.map(({ id, title }) => [title, id]))
}

async function seedTodos(seeding: Seeding): Promise<void> {
  await seeding.tx.insert(todos).values(
    demoTodos.map((todo) => ({
      id: createId(),
      ...madeBy(seeding, todo),
      text: todo.text,
      completed: todo.completed,
      createdAt: hoursBefore(todo.hoursAgo),
      version: sql`nextval('todo_version')`,
    })),
  )
}

/** Returns the ids by name. */
async function seedDocuments(seeding: Seeding, storage: Storage): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { author, name, text, hoursAgo } of demoDocuments) {
    const { createdById, ...workspace } = madeBy(seeding, { author, inAcme: true })
    const document = { workspace, createdById, name, format: 'markdown', text } as const
    found.set(name, await addDocument(seeding.tx, storage, { ...document, at: hoursBefore(hoursAgo) }))
  }
  return found
}

async function seedChats(seeding: Seeding, documentIds: ReadonlyMap<string, string>): Promise<void> {
  for (const chat of demoChats) {
    const { createdById, ...workspace } = madeBy(seeding, { author: chat.author, inAcme: true })
    const turns =
      chat.page === 'rag'
        ? await Promise.all(
            chat.questions.map(async ({ text, document, sections }) => {
              const documentId = idOf(documentIds, document)
              const passages = await readSections(seeding.tx, { documentId, sections })
              return {
                text,
                passages: passages.map((passage) => ({ ...passage, documentId, name: document })),
              }
            }),
          )
        : [commandOf(chat)]
    const at = hoursBefore(chat.hoursAgo)
    await addThread(seeding.tx, { workspace, createdById, page: chat.page, title: chat.title, at, turns })
  }
}

/** A command with the output that its tool would have returned. */
function commandOf({ command, argument }: Extract<DemoChat, { page: 'general' }>) {
  const items =
    command === 'todos'
      ? demoTodos
          .filter(({ inAcme }) => inAcme)
          .map(({ text, completed }) => ({ id: createId(), text, completed }))
      : demoPosts
          .filter(
            ({ inAcme, title, content }) => inAcme && `${title} ${content}`.toLowerCase().includes(argument),
          )
          .map(({ title, content }) => ({ id: createId(), title, excerpt: excerptOf(content) }))
  return command === 'todos'
    ? { text: '/todos', tool: 'listTodos', input: {}, output: { items } }
    : { text: `/posts ${argument}`, tool: 'searchPosts', input: { query: argument }, output: { items } }
}

type Written = { postIds: ReadonlyMap<string, string>; documentIds: ReadonlyMap<string, string> }

/** Writes the history of the demo to the audit log. */
async function seedAudit(seeding: Seeding, { postIds, documentIds }: Written): Promise<void> {
  const { tx, ids, organizationIds } = seeding
  const ofUser = (email: string) => ({ targetType: 'user', targetId: idOf(ids, email) })
  const acme = idOf(organizationIds, 'acme')
  type Rest = { hoursAgo: number } & Partial<typeof auditLog.$inferInsert>
  const entry = (action: string, by: string, { hoursAgo, ...rest }: Rest) => ({
    id: createId(),
    action,
    actorId: idOf(ids, by),
    at: hoursBefore(hoursAgo),
    ip: demoAddress(by),
    ...rest,
  })
  const rows = [
    ...demoUsers.flatMap(({ email, daysAgo, isUnverified, acmeRole, ban }) => [
      entry('user.signUp', email, { hoursAgo: daysAgo * 24 + 1, ...ofUser(email) }),
      ...(isUnverified
        ? []
        : [entry('user.verifyEmail', email, { hoursAgo: daysAgo * 24 + 0.9, ...ofUser(email) })]),
      ...(acmeRole && acmeRole !== 'owner'
        ? [
            entry('invitation.accept', email, {
              hoursAgo: daysAgo * 24 + 0.8,
              targetType: 'invitation',
              organizationId: acme,
              details: { role: acmeRole },
            }),
          ]
        : []),
      ...(ban
        ? [
            entry('user.ban', 'admin@example.com', {
              hoursAgo: daysAgo * 12,
              ...ofUser(email),
              details: { reason: ban.reason, expiresAt: hoursBefore(-ban.days * 24).toISOString() },
            }),
          ]
        : []),
    ]),
    entry('organization.create', 'ada@example.com', {
      hoursAgo: 28 * 24,
      targetType: 'organization',
      targetId: acme,
      organizationId: acme,
      details: { name: 'Acme', slug: 'acme' },
    }),
    entry('member.changeRole', 'ada@example.com', {
      hoursAgo: 25 * 24,
      targetType: 'member',
      organizationId: acme,
      details: { userId: idOf(ids, 'ben@example.com'), role: 'admin', roleBefore: 'member' },
    }),
    ...demoPosts.map((post) => {
      const { organizationId } = madeBy(seeding, post)
      const target = { targetType: 'post', targetId: idOf(postIds, post.title), organizationId }
      return entry('post.create', post.author, { hoursAgo: post.hoursAgo, ...target })
    }),
    ...demoDocuments.map(({ author, name, hoursAgo }) => {
      const target = { targetType: 'document', targetId: idOf(documentIds, name), organizationId: acme }
      return entry('document.upload', author, { hoursAgo, ...target })
    }),
    ...demoEvents.map(({ action, by, hoursAgo, onto, details }) =>
      entry(action, by, { hoursAgo, ...ofUser(onto ?? by), details }),
    ),
  ]
  await tx.insert(auditLog).values(rows)
}

/** An address from the range reserved for documentation. */
const demoAddress = (email: string) => `203.0.113.${10 + demoEmails.indexOf(email)}`

function idOf(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`The demo has no ${name}`)
  return id
}

/**
 * Removes the demo: its users with everything they own, and its organizations unless other users have joined
 * them. Returns the number of removed users.
 */
export async function removeDemo(db: OpenDatabase['db']): Promise<number> {
  return db.transaction(async (tx) => {
    const gone = await tx.delete(user).where(inArray(user.email, demoEmails)).returning({ id: user.id })
    await tx.delete(organization).where(
      and(
        inArray(
          organization.slug,
          demoOrganizations.map(({ slug }) => slug),
        ),
        sql`not exists (select 1 from ${member} where ${member.organizationId} = ${organization.id})`,
      ),
    )
    return gone.length
  })
}
