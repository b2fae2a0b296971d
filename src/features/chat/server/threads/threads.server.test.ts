import { MESSAGES_MAX_BYTES } from '#/features/chat/chat-limits.ts'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { SignedInActor } from '@plinth/core/access'
import { createId } from '@plinth/core/schema'
import { createThread } from '../../tests/chat-rows.ts'
import { auditOf } from '@plinth/testing/expect-audit.ts'
import { actorOf, createOrganization, createTeam, createUser } from '@plinth/testing/factories.ts'
import { failureOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { listThreadsInput, type ListThreadsInput } from '#/features/chat/chat.schema.ts'
import { chatMessages, chatGenerations, chatThreads } from '../chat.table.server.ts'
import { chooseBranch } from './choose-branch.server.ts'
import { deleteThread, DELETED_THREAD_DAYS, restoreThread, sweepThreads } from './delete-thread.server.ts'
import { getThread } from './get-thread.server.ts'
import { listThreads } from './list-threads.server.ts'
import { renameThread } from './rename-thread.server.ts'
import { titleOf } from '../generation/store-message.server.ts'

const { db } = await openTestDatabase()
const list = (actor: SignedInActor, input: Partial<ListThreadsInput> = {}) =>
  listThreads(makeContext(db, actor), listThreadsInput.parse(input))
const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id)
const say = (
  threadId: string,
  {
    id = createId(),
    parentId,
    role = 'user',
    text,
  }: { id?: string; parentId?: string; role?: 'user' | 'assistant'; text: string },
) => db.insert(chatMessages).values({ threadId, id, parentId, role, parts: [{ type: 'text', text }], text })

describe('the list of threads', () => {
  test('has the threads of the active workspace, latest first, page by page, without deleted ones', async () => {
    const { member, admin } = await createTeam(db)
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
    const ids = await Promise.all(
      [1, 2, 3, 4, 5].map(async (minute) => (await createThread(db, member, { updatedAt: at(minute) })).id),
    )
    await createThread(db, member, { deletedAt: new Date() })
    await createThread(db, actorOf(await createUser(db)))
    const first = await list(admin, { limit: 2 })
    const second = await list(admin, { limit: 2, cursor: first.nextCursor })
    const third = await list(admin, { limit: 2, cursor: second.nextCursor })
    expect([first, second, third].flatMap(idsOf)).toEqual(ids.toReversed())
    expect(third.nextCursor).toBeNull()
    expect(first.items[0]).toMatchObject({
      title: 'A title',
      page: 'general',
      createdBy: { id: member.userId },
      isAnswering: false,
    })
  })

  test('of one chat page has only the threads of that page', async () => {
    const { member } = await createTeam(db)
    const { id } = await createThread(db, member, { page: 'rag' })
    await createThread(db, member, { page: 'general' })
    expect(idsOf(await list(member, { page: 'rag' }))).toEqual([id])
  })

  test('can be searched by prefixes of words in titles and messages, within the workspace', async () => {
    const user = await createUser(db)
    const [here, there] = [actorOf(user, await createOrganization(db, { owner: user })), actorOf(user)]
    const { id: byTitle } = await createThread(db, here, { title: 'The harbour of Westhaven' })
    const { id: byMessage } = await createThread(db, here)
    await say(byMessage, { text: 'Tell me about the harbour, please' })
    const { id: elsewhere } = await createThread(db, there, { title: 'Another harbour' })
    expect(idsOf(await list(here, { search: 'harb' })).toSorted()).toEqual([byTitle, byMessage].toSorted())
    expect(idsOf(await list(here, { search: 'harbour westhaven' }))).toEqual([byTitle])
    expect(idsOf(await list(there, { search: 'harbour' }))).toEqual([elsewhere])
    expect(idsOf(await list(here, { search: '...' }))).toEqual([])
  })

  test('marks a thread that is being answered, but not when the process of the answer is gone', async () => {
    const { member } = await createTeam(db)
    const { id } = await createThread(db, member)
    const model = { id: 'm', label: 'M', isBuiltIn: false }
    const leaseUntil = sql`now() + interval '10 seconds'`
    await db.insert(chatGenerations).values({
      id: createId(),
      threadId: id,
      userMessageId: 'question',
      model,
      holder: 'a test',
      leaseUntil,
    })
    expect((await list(member)).items).toMatchObject([{ id, isAnswering: true }])
    await db
      .update(chatGenerations)
      .set({ leaseUntil: sql`now() - interval '1 second'` })
      .where(eq(chatGenerations.threadId, id))
    expect((await list(member)).items).toMatchObject([{ id, isAnswering: false }])
  })
})

describe('a thread', () => {
  test('can be renamed, deleted and restored by its creator and admins, not by other members, and is not found by strangers', async () => {
    const { member, admin, owner } = await createTeam(db)
    const { id } = await createThread(db, member)
    const colleague = { ...member, userId: (await createUser(db)).id }
    const stranger = actorOf(await createUser(db))
    for (const actor of [member, admin, owner]) {
      const ctx = makeContext(db, actor)
      await renameThread(ctx, { id, title: `By ${actor.userId}` })
      expect(await getThread(ctx, { id })).toMatchObject({ title: `By ${actor.userId}` })
      await deleteThread(ctx, { id })
      expect(await failureOf(getThread(ctx, { id }))).toMatchObject({ kind: 'not_found' })
      await restoreThread(ctx, { id })
      expect(await failureOf(restoreThread(ctx, { id }))).toMatchObject({ kind: 'not_found' })
    }
    for (const [actor, kind] of [[colleague, 'forbidden'] as const, [stranger, 'not_found'] as const]) {
      const ctx = makeContext(db, actor)
      expect(await failureOf(renameThread(ctx, { id, title: 'Mine' }))).toMatchObject({ kind })
      expect(await failureOf(deleteThread(ctx, { id }))).toMatchObject({ kind })
      expect(await failureOf(chooseBranch(ctx, { id, messageId: 'question' }))).toMatchObject({ kind })
    }
    expect((await auditOf(db, id)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['chat.delete', 'chat.restore']),
    )
  })

  test('shows the chosen branch, down to its newest leaf', async () => {
    const { member } = await createTeam(db)
    const ctx = makeContext(db, member)
    const { id } = await createThread(db, member)
    await say(id, { id: 'one', parentId: 'question', role: 'assistant', text: 'One' })
    await say(id, { id: 'two', parentId: 'question', role: 'assistant', text: 'Two' })
    await say(id, { id: 'on', parentId: 'one', text: 'On' })
    const shown = async () => (await getThread(ctx, { id })).messages.map((message) => message.id)
    await chooseBranch(ctx, { id, messageId: 'one' })
    expect(await shown()).toEqual(['question', 'one', 'on'])
    await chooseBranch(ctx, { id, messageId: 'two' })
    expect(await shown()).toEqual(['question', 'two'])
    expect(await failureOf(chooseBranch(ctx, { id, messageId: 'unknown' }))).toMatchObject({
      kind: 'not_found',
    })
  })

  test('is read from its newest message back, in pages of a limited size', async () => {
    const { member } = await createTeam(db)
    const ctx = makeContext(db, member)
    const { id } = await createThread(db, member)
    const ids = ['question']
    const sizes = [0.45, 0.45, 1.25, 0.45, 0.45, 0.15].map((share) => share * MESSAGES_MAX_BYTES)
    for (const [at, size] of sizes.entries()) {
      // Two bytes each.
      await say(id, { id: `m${at}`, parentId: ids.at(-1), role: 'assistant', text: 'é'.repeat(size / 2) })
      await say(id, { parentId: ids.at(-1), role: 'assistant', text: 'Another version' })
      ids.push(`m${at}`)
    }
    await chooseBranch(ctx, { id, messageId: ids.at(-1) ?? '' })
    const pages: string[][] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await getThread(ctx, { id, cursor })
      pages.unshift(page.messages.map((message) => message.id))
      expect(page.messages.every(({ metadata }) => (metadata.siblings ?? []).length !== 1)).toBe(true)
      cursor = page.nextCursor
    }
    expect(pages).toEqual([['question', 'm0', 'm1'], ['m2'], ['m3'], ['m4', 'm5']])
    expect(pages.flat()).toEqual(ids)
  })

  test(`is permanently deleted ${DELETED_THREAD_DAYS} days after its deletion`, async () => {
    const { member } = await createTeam(db)
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
    const [{ id: old }, { id: recent }] = [
      await createThread(db, member, { deletedAt: ago(DELETED_THREAD_DAYS + 1) }),
      await createThread(db, member, { deletedAt: ago(DELETED_THREAD_DAYS - 1) }),
    ]
    await sweepThreads(db)
    const left = await db.select({ id: chatThreads.id }).from(chatThreads)
    expect(left.map(({ id }) => id)).toContain(recent)
    expect(left.map(({ id }) => id)).not.toContain(old)
  })
})

test.each([
  ['a short question', 'a short question'],
  ['  two\n lines ', 'two lines'],
  ['word '.repeat(30), `${'word '.repeat(15).trim()}…`],
  ['x'.repeat(200), `${'x'.repeat(79)}…`],
])('a message becomes a title of one line: %j', (question, title) => {
  expect(titleOf(question)).toBe(title)
  expect(titleOf(question).length).toBeLessThanOrEqual(80)
})
