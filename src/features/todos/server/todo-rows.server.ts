import { workspaceRows } from '@plinth/core/verb/server'
import { todosAccess } from '../todos.access.ts'
import { todoFields } from '../todos.schema.ts'
import { todos } from './todos.table.server.ts'

/** How to-dos are read, listed, announced and exported. */
export const todoRows = workspaceRows({
  table: todos,
  name: 'todos',
  noun: 'todo',
  access: { ...todosAccess, get: todosAccess.list },
  fields: todoFields,
  listed: { text: todos.text, completed: todos.completed, version: todos.version },
})
