import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { type Actor, type SignedInActor, anonymous } from '@plinth/core/access'
import { announce } from '@plinth/core/live/server'
import { openLive } from '@plinth/core/internal/realtime/live.server.ts'
import { accessTopic } from '@plinth/core/internal/realtime/stream.server.ts'
import { actorOf, createTeam, createUser } from '@plinth/testing/factories.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase, testLog } from '@plinth/testing/test-database.ts'
import { createTodo } from './create-todo.server.ts'
import { deleteTodo } from './delete-todo.server.ts'
import { DELETED_KEPT_DAYS } from './sweep-todos.server.ts'
import { todoChanges, type TodoChanges } from './todo-changes.server.ts'
import { todos } from './todos.table.server.ts'
import { updateTodo } from './update-todo.server.ts'

const { db, connection } = await openTestDatabase()
const live = openLive(connection, testLog)
afterAll(() => live.close())

/** Listens as that user; `events` grows while it does. */
function listen(
  actor: SignedInActor,
  { lastEventId, now = actor, reader = db }: { lastEventId?: string; now?: Actor; reader?: typeof db } = {},
) {
  const end = new AbortController()
  const events: { id: string; changes: TodoChanges }[] = []
  let current = now
  const context = makeContext(reader, actor, { live, signal: end.signal, actorNow: async () => current })
  const over = (async () => {
    for await (const [id, changes] of todoChanges(context, { lastEventId })) events.push({ id, changes })
  })()
  // Resolves when the stream ends.
  over.catch(() => {})
  const until = async (count: number) => await expect.poll(() => events.length).toBe(count)
  async function stop() {
    end.abort()
    await over
  }
  return { events, until, over, become: (next: Actor) => (current = next), stop }
}

/** Two to-dos of an owner whose stream has ended after its first event. */
async function seenTodos() {
  const { owner } = await createTeam(db)
  const context = makeContext(db, owner)
  const kept = await createTodo(context, { text: 'kept' })
  const gone = await createTodo(context, { text: 'gone' })
  const stream = listen(owner)
  await stream.until(1)
  await stream.stop()
  return { owner, context, kept, gone, eventId: stream.events[0]?.id }
}

describe('a stream of changes', () => {
  test('starts with the whole list and continues with each change by any member', async () => {
    const { owner, member } = await createTeam(db)
    const first = await createTodo(makeContext(db, owner), { text: 'One' })
    const stream = listen(member)
    await stream.until(1)
    expect(stream.events[0]?.changes).toEqual({ isWhole: true, changed: [first], deleted: [] })
    const ticked = await updateTodo(makeContext(db, owner), { id: first.id, completed: true })
    await stream.until(2)
    expect(stream.events[1]?.changes).toEqual({ isWhole: false, changed: [ticked], deleted: [] })
    await deleteTodo(makeContext(db, owner), { id: first.id })
    await stream.until(3)
    expect(stream.events[2]?.changes).toEqual({ isWhole: false, changed: [], deleted: [first.id] })
    await stream.stop()
  })

  test('resumed after an event sends what was missed, including deletions, and nothing twice', async () => {
    const { owner, context, kept, gone, eventId } = await seenTodos()
    await deleteTodo(context, { id: gone.id })
    const fresh = await createTodo(context, { text: 'fresh' })
    const again = listen(owner, { lastEventId: eventId })
    await again.until(1)
    expect(again.events[0]?.changes).toEqual({ isWhole: false, changed: [fresh], deleted: [gone.id] })
    expect(kept.id).not.toBe(fresh.id)
    await again.stop()
  })

  test('resumed after deletions may have been swept, or with the database restored, sends the whole list', async () => {
    const { owner, context, kept, gone, eventId } = await seenTodos()
    const [version, sentAt] = (eventId ?? '').split('-').map(Number)
    const monthAgo = Number(sentAt) - DELETED_KEPT_DAYS * 86_400
    await deleteTodo(context, { id: gone.id })
    await db.delete(todos).where(eq(todos.id, gone.id))
    for (const lastEventId of [`${version}`, `${version}-${monthAgo}`, `${Number(version) + 1}-${sentAt}`]) {
      const again = listen(owner, { lastEventId })
      await again.until(1)
      expect(again.events[0]?.changes).toEqual({ isWhole: true, changed: [kept], deleted: [] })
      await again.stop()
    }
  })

  test('sends nothing of another workspace', async () => {
    const { owner } = await createTeam(db)
    const stranger = actorOf(await createUser(db))
    const stream = listen(stranger)
    await stream.until(1)
    await createTodo(makeContext(db, owner), { text: 'Secret' })
    await createTodo(makeContext(db, stranger), { text: 'Own' })
    await stream.until(2)
    expect(JSON.stringify(stream.events)).not.toContain('Secret')
    await stream.stop()
  })

  test('misses nothing under concurrent writes', async () => {
    const { owner, member } = await createTeam(db)
    const stream = listen(member)
    await stream.until(1)
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        createTodo(makeContext(db, index % 2 ? owner : member), { text: `Entry ${index}` }),
      ),
    )
    const seen = () =>
      new Set(stream.events.flatMap(({ changes }) => changes.changed.map((todo) => todo.id))).size
    await expect.poll(seen).toBe(30)
    await stream.stop()
  })
})

describe('many streams of one workspace', () => {
  test('share one query per change', async () => {
    const { owner, member } = await createTeam(db)
    let queries = 0
    const reader = new Proxy(db, {
      get(target, name) {
        if (name === 'select') queries += 1
        return Reflect.get(target, name) as unknown
      },
    })
    const streams = Array.from({ length: 20 }, (_, index) => listen(index % 2 ? owner : member, { reader }))
    for (const stream of streams) await stream.until(1)
    queries = 0
    await createTodo(makeContext(db, owner), { text: 'For all' })
    for (const stream of streams) await stream.until(2)
    expect(queries).toBe(1)
    for (const stream of streams) await stream.stop()
  })

  test('send nothing to a user who has lost access, and everything to the others', async () => {
    const { owner, member } = await createTeam(db)
    const [lost, other] = [listen(member), listen(owner)]
    await lost.until(1)
    await other.until(1)
    lost.become(anonymous)
    await createTodo(makeContext(db, owner), { text: 'Not for you' })
    await other.until(2)
    await expect(lost.over).rejects.toMatchObject({ kind: 'unauthenticated' })
    expect(lost.events).toHaveLength(1)
    await other.stop()
  })
})

describe('a stream ends', () => {
  test('for a user whose session has ended, before sending anything else', async () => {
    const { owner, member } = await createTeam(db)
    const stream = listen(member)
    await stream.until(1)
    stream.become(anonymous)
    await createTodo(makeContext(db, owner), { text: 'Not for you' })
    await expect(stream.over).rejects.toMatchObject({ kind: 'unauthenticated' })
    expect(stream.events).toHaveLength(1)
  })

  test('for a removed member, as soon as the removal is announced', async () => {
    const { member } = await createTeam(db)
    const stream = listen(member)
    await stream.until(1)
    stream.become({ ...member, workspace: { organizationId: null, role: 'owner' } })
    await db.transaction((tx) => announce(tx, accessTopic(member.userId)))
    await stream.over
    expect(await db.select().from(todos).where(eq(todos.createdById, member.userId))).toEqual([])
  })
})
