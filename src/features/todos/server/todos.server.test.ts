import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type Actor, anonymous } from '@plinth/core/access'
import { actorOf, createTeam, createUser } from '@plinth/testing/factories.ts'
import { failureOf, outcomesOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { countPendingTodos } from './count-pending-todos.server.ts'
import { createTodo } from './create-todo.server.ts'
import { deleteTodo } from './delete-todo.server.ts'
import { listTodos } from './list-todos.server.ts'
import { createTodoInput, LIST_MAX_LENGTH } from '../todos.schema.ts'
import { todos } from './todos.table.server.ts'
import { updateTodo } from './update-todo.server.ts'

const { db } = await openTestDatabase()
const context = (actor: Actor) => makeContext(db, actor)
const create = (actor: Actor, text = 'Buy mortar', id?: string) =>
  createTodo(context(actor), createTodoInput.parse({ id, text }))
const list = async (actor: Actor) => (await listTodos(context(actor))).items

describe('the list of a workspace', () => {
  test('is shared by its members: each may add, edit, complete and delete', async () => {
    const { owner, member } = await createTeam(db)
    const [first, second] = [await create(owner, 'One'), await create(member, 'Two')]
    await updateTodo(context(member), { id: first.id, completed: true })
    await updateTodo(context(owner), { id: second.id, text: 'Changed' })
    expect(await list(member)).toMatchObject([
      { id: first.id, text: 'One', completed: true },
      { id: second.id, text: 'Changed', completed: false },
    ])
    expect(await countPendingTodos(context(member))).toEqual({ count: 1 })
    await deleteTodo(context(owner), { id: second.id })
    expect(await list(owner)).toMatchObject([{ id: first.id }])
    expect(await countPendingTodos(context(member))).toEqual({ count: 0 })
  })

  test('requires sign-in, and to-dos of another workspace are not found', async () => {
    const { member } = await createTeam(db)
    const foreigner = actorOf(await createUser(db))
    const { id } = await create(member)
    for (const call of [
      listTodos(context(anonymous)),
      countPendingTodos(context(anonymous)),
      create(anonymous),
      updateTodo(context(anonymous), { id, completed: true }),
      deleteTodo(context(anonymous), { id }),
    ])
      expect(await failureOf(call)).toMatchObject({ kind: 'unauthenticated' })
    expect(await list(foreigner)).toEqual([])
    expect(await countPendingTodos(context(foreigner))).toEqual({ count: 0 })
    for (const wrong of [id, 'unknown-id']) {
      expect(await failureOf(updateTodo(context(foreigner), { id: wrong, completed: true }))).toMatchObject({
        kind: 'not_found',
        code: 'errors:notFound',
      })
      expect(await failureOf(deleteTodo(context(foreigner), { id: wrong }))).toMatchObject({
        kind: 'not_found',
        code: 'errors:notFound',
      })
    }
    expect(await list(member)).toMatchObject([{ id, completed: false }])
  })

  test('stays within its limit under concurrent additions', async () => {
    const { owner, member } = await createTeam(db)
    const { id: _, ...first } =
      (
        await db
          .select()
          .from(todos)
          .where(sql`id = ${(await create(owner)).id}`)
      )[0] ?? expect.fail()
    const rows = Array.from({ length: LIST_MAX_LENGTH - 3 }, (_unused, index) => ({
      ...first,
      id: `filled-${owner.userId}-${index}`,
    }))
    await db.insert(todos).values(rows)
    expect(await outcomesOf([owner, member, owner, member].map((user) => create(user)))).toEqual({
      ok: 2,
      conflict: 2,
    })
    expect(await list(owner)).toHaveLength(LIST_MAX_LENGTH)
  })
})

describe('a to-do with a client id', () => {
  test('is created once, however often and concurrently it is sent', async () => {
    const { member } = await createTeam(db)
    const id = `client-${member.userId}`
    const answers = await Promise.all([1, 2, 3].map(() => create(member, 'Once', id)))
    expect(new Set(answers.map((todo) => todo.version)).size).toBe(1)
    expect(await list(member)).toHaveLength(1)
  })

  test('cannot reuse the id of a to-do in another workspace, and reveals nothing about it', async () => {
    const { member } = await createTeam(db)
    const foreigner = actorOf(await createUser(db))
    const { id } = await create(member, 'Secret')
    expect(await failureOf(create(foreigner, 'Mine', id))).toEqual({
      kind: 'conflict',
      code: 'todos:errors.idTaken',
      params: { field: 'id' },
    })
    expect(await list(member)).toMatchObject([{ text: 'Secret' }])
  })
})

describe('concurrent changes', () => {
  test('are serialized: versions increase in the order they become visible, and none is used twice', async () => {
    const { owner, member } = await createTeam(db)
    const { id } = await create(owner)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        updateTodo(context(index % 2 ? owner : member), { id, text: `Change ${index}` }),
      ),
    )
    const versions = answers.map((todo) => todo.version)
    expect(new Set(versions).size).toBe(10)
    const last = answers.find((todo) => todo.version === Math.max(...versions))
    expect(await list(member)).toMatchObject([{ id, text: last?.text }])
  })

  test('delete a to-do once; the other call throws not_found', async () => {
    const { owner, member } = await createTeam(db)
    const { id } = await create(owner)
    expect(
      await outcomesOf([deleteTodo(context(owner), { id }), deleteTodo(context(member), { id })]),
    ).toEqual({ ok: 1, not_found: 1 })
  })
})
