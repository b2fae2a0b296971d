import { defineAccess } from '#/core/access/access.ts'

export const todosAccess = defineAccess('todos', {
  list: ['member'],
  changes: ['member'],
  create: ['member'],
  // A list that is ticked off together: every member of the workspace may change and delete every entry.
  update: ['member'],
  delete: ['member'],
})
