import { sql } from 'drizzle-orm'
import { workspaceOf } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import type { FeatureFixtures } from '@plinth/testing/feature-fixtures.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { createTodo } from './server/create-todo.server.ts'
import { LIST_MAX_LENGTH, TEXT_MAX_LENGTH } from './todos.schema.ts'

export const fixtures: FeatureFixtures = {
  chatTools: {
    reading: { name: 'listTodos', input: {}, command: '/todos' },
    writing: { name: 'addTodo', input: (text) => ({ text }), command: (text) => `/todo ${text}` },
  },
  live: { subscription: 'todos.changes', mutation: 'todos.create', input: { text: 'New' } },
  async rows(db, actor) {
    return [(await createTodo(makeContext(db, actor), { text: 'An entry' })).id]
  },
  async fill(db, owner) {
    const id = createId()
    const { organizationId, ownerId } = workspaceOf(owner)
    await db.execute(sql`
      insert into todo (id, organization_id, owner_id, created_by_id, text, version)
      select ${id} || case at when 1 then '' else at::text end, ${organizationId}, ${ownerId},
        ${owner.userId}, repeat('字', ${TEXT_MAX_LENGTH}), nextval('todo_version')
      from generate_series(1, ${LIST_MAX_LENGTH}) at`)
    return {
      ids: { todos: id },
      isThere: sql`exists (select from todo where id = ${id} and deleted_at is null)`,
    }
  },
}
