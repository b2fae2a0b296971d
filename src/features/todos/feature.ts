import { ListTodo } from 'lucide-react'
import { defineFeature } from '@plinth/core/feature'
import { todosAccess } from './todos.access.ts'
import { pendingTodos } from './ui/pending-todos.ts'

export const todosFeature = defineFeature({
  name: 'todos',
  access: [todosAccess],
  navigation: [
    {
      group: 'workspace',
      order: 30,
      to: '/dashboard/tanstack-db-example',
      label: 'todos:shell.nav',
      Icon: ListTodo,
      letter: 't',
      count: { rule: todosAccess.list, query: pendingTodos },
    },
  ],
})
