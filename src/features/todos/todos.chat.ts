import { ListTodo, SquarePlus } from 'lucide-react'
import type { FeatureChat } from '@plinth/core/feature'

export const chat: FeatureChat = {
  commands: [
    {
      name: 'todos',
      order: 20,
      text: 'todos:chat.todos.text',
      tool: 'listTodos',
      argument: 'none',
      suggestion: { title: 'todos:chat.todos.title', Icon: ListTodo },
    },
    {
      name: 'todo',
      order: 30,
      text: 'todos:chat.todo.text',
      tool: 'addTodo',
      argument: 'required',
      inputOf: (text) => ({ text }),
      suggestion: { title: 'todos:chat.todo.title', argument: 'todos:chat.todo.example', Icon: SquarePlus },
    },
  ],
  tools: {
    listTodos: { sentence: (t) => t('todos:chat.list') },
    addTodo: {
      sentence: (t, { text }) => t('todos:chat.add', { text }),
      approval: { title: 'todos:chat.approval.add', fields: { text: 'todos:chat.approval.text' } },
      link: (t) => ({ link: { to: '/dashboard/tanstack-db-example' }, text: t('todos:chat.open') }),
    },
  },
}
