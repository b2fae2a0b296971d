import { defineAccess } from '@plinth/core/access'

export const todosAccess = defineAccess('todos', {
  list: ['member'],
  changes: ['member'],
  create: ['member'],
  // A shared list: every member of the workspace may change and delete every to-do.
  update: ['member'],
  delete: ['member'],
})
