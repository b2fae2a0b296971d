import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { anonymous, type SignedInActor } from '#/core/access/actor.ts'
import { writeAudit, type AuditEntry } from '#/core/audit/audit.server.ts'
import { user } from '#/core/identity/identity.table.server.ts'
import { addDocument, documents } from '#/features/documents/index.server.ts'
import type { OpenDatabase } from '#/core/db/database.server.ts'
import { actorOf, createPost, createTeam, createUser } from '../../../../tests/support/factories.ts'
import { failureOf } from '../../../../tests/support/failure-of.ts'
import { makeContext } from '../../../../tests/support/make-context.ts'
import { openTestDatabase } from '../../../../tests/support/test-database.ts'
import { readOverview } from './read-overview.server.ts'

let db: OpenDatabase['db']

beforeAll(async () => {
  ;({ db } = await openTestDatabase())
})

const did = (actor: SignedInActor, entry: AuditEntry) => db.transaction((tx) => writeAudit(tx, actor, entry))
const seenBy = async (actor: SignedInActor) => (await readOverview(makeContext(db, actor))).activity

describe('the recent activity of a workspace', () => {
  test('names who did what to whom, newest first, with the title of a post', async () => {
    const { owner, admin, member } = await createTeam(db)
    await db.update(user).set({ name: 'Ben Okafor' }).where(eq(user.id, admin.userId))
    const post = await createPost(db, member, { title: 'Kiln opening' })
    await did(member, { action: 'post.create', target: { type: 'post', id: post.id } })
    await did(owner, {
      action: 'member.changeRole',
      target: { type: 'member', id: 'm1' },
      details: { userId: admin.userId, role: 'admin' },
    })
    expect(await seenBy(member)).toMatchObject([
      { action: 'member.changeRole', actor: { id: owner.userId }, subject: 'Ben Okafor', object: null },
      {
        action: 'post.create',
        actor: { id: member.userId, name: 'Ada Lovelace' },
        object: { id: post.id, title: 'Kiln opening' },
      },
    ])
  })

  test('names an uploaded document, until it is deleted', async () => {
    const { member, organization } = await createTeam(db)
    const id = await db.transaction((tx) =>
      addDocument(tx, makeContext(db, member).storage, {
        workspace: { organizationId: organization.id, ownerId: null },
        createdById: member.userId,
        name: 'handbook.md',
        format: 'markdown',
        text: '# Handbook',
      }),
    )
    await did(member, { action: 'document.upload', target: { type: 'document', id } })
    expect(await seenBy(member)).toMatchObject([
      { action: 'document.upload', object: { id, title: 'handbook.md' } },
    ])
    await db.delete(documents).where(eq(documents.id, id))
    expect(await seenBy(member)).toMatchObject([{ action: 'document.upload', object: null }])
  })

  test('holds no invitations, addresses, details or other workspaces', async () => {
    const { owner, member } = await createTeam(db)
    const other = await createTeam(db)
    await did(owner, {
      action: 'invitation.create',
      target: { type: 'invitation', id: 'i1' },
      details: { role: 'member' },
    })
    await did(other.owner, { action: 'organization.update', details: { name: 'Secret name' } })
    await did(
      { ...member, workspace: { organizationId: null, role: 'owner' } },
      { action: 'post.create', target: { type: 'post', id: 'p1' } },
    )
    expect(await seenBy(member)).toEqual([])
    await did(owner, { action: 'organization.update', details: { nameBefore: 'Old name' } })
    expect(JSON.stringify(await seenBy(member))).not.toMatch(/Old name|@|"ip"|details/)
  })

  test('in the personal workspace holds only what the user did there', async () => {
    const { member } = await createTeam(db)
    await did(member, { action: 'post.create', target: { type: 'post', id: 'p2' } })
    const alone = actorOf(await createUser(db))
    await did(alone, { action: 'post.create', target: { type: 'post', id: 'p3' } })
    expect(await seenBy({ ...member, workspace: { organizationId: null, role: 'owner' } })).toEqual([])
    expect(await seenBy(alone)).toHaveLength(1)
  })

  test('shows no title of a deleted post and no name of a deleted user', async () => {
    const { owner, member } = await createTeam(db)
    const post = await createPost(db, owner, { deletedAt: new Date() })
    await did(owner, { action: 'post.create', target: { type: 'post', id: post.id } })
    await did(owner, { action: 'post.delete', target: { type: 'post', id: post.id } })
    await db.delete(user).where(eq(user.id, owner.userId))
    expect(await seenBy(member)).toMatchObject([
      { action: 'post.delete', actor: null, object: null },
      { action: 'post.create', actor: null, object: null },
    ])
  })

  test('shows a repeated action once per user', async () => {
    const { owner, member } = await createTeam(db)
    const post = await createPost(db, owner)
    const update = { action: 'post.update', target: { type: 'post', id: post.id } } as const
    await did(owner, { ...update, action: 'post.create' })
    await did(member, update)
    for (let count = 0; count < 12; count += 1) await did(owner, update)
    expect(await seenBy(owner)).toMatchObject([
      { action: 'post.update', actor: { id: owner.userId } },
      { action: 'post.update', actor: { id: member.userId } },
      { action: 'post.create', actor: { id: owner.userId } },
    ])
  })

  test('is denied without a session', async () => {
    expect(await failureOf(readOverview(makeContext(db, anonymous)))).toMatchObject({
      kind: 'unauthenticated',
    })
  })
})
