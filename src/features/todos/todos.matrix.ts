import { createTodo } from './server/create-todo.server.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import type { World } from '../../../tests/matrix/actors.ts'
import { expectedAnswers } from '../../../tests/matrix/table.ts'

const ofAcme = async ({ db, another }: World) => ({
  id: (await createTodo(makeContext(db, another), { text: 'An entry' })).id,
})

export const rows = expectedAnswers(
  `
  #                                   stranger  unverified personal member admin owner foreign appAdmin impersonating banned
  todos.list                          401       200        200      200    200   200   200     200      200           401
  todos.pending                       401       200        200      200    200   200   200     200      200           401
  todos.changes                       401       200        200      200    200   200   200     200      200           401
  todos.create                        401       200        200      200    200   200   200     200      200           401
  todos.update (of Acme)              401       404        404      200    200   200   404     404      200           401
  todos.delete (of Acme)              401       404        404      200    200   200   404     404      200           401
  todos.delete (unknown)              401       404        404      404    404   404   404     404      404           401

  GET /dashboard/tanstack-db-example  >/login   200        200      200    200   200   200     200      200           >/login
  `,
  {
    'todos.create': () => ({ input: { text: 'An entry' } }),
    'todos.update (of Acme)': async (world) => ({ input: { ...(await ofAcme(world)), completed: true } }),
    'todos.delete (of Acme)': async (world) => ({ input: await ofAcme(world) }),
    'todos.delete (unknown)': () => ({ input: { id: 'unknown-entry' } }),
  },
)
