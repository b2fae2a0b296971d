import { z } from 'zod'
import { type ChatTools, defineChatTool } from '@plinth/core/feature/server'
import { asMarkdown, markdownList } from '#/lib/as-markdown.ts'
import { todoTextInput } from '../todos.schema.ts'
import { createTodo } from './create-todo.server.ts'
import { listTodos } from './list-todos.server.ts'

export const todosChatTools: ChatTools = {
  reading: {
    listTodos: defineChatTool({
      description: 'Lists the to-dos of the workspace',
      input: z.object({}),
      async run(ctx) {
        const { items } = await listTodos(ctx)
        return { items: items.map(({ id, text, completed }) => ({ id, text, completed })) }
      },
      describe(t, { items }) {
        if (items.length === 0) return t('todos:chat.results.none')
        const open = items.filter(({ completed }) => !completed)
        const done = items.filter(({ completed }) => completed)
        return markdownList(
          t('todos:chat.results.found', { count: items.length, open: open.length }),
          [...open, ...done].map(lineOf),
        )
      },
    }),
  },
  writing: {
    addTodo: defineChatTool({
      description: 'Adds a to-do to the list of the workspace',
      input: todoTextInput,
      async run(ctx, { text }) {
        const todo = await createTodo(ctx, { text })
        return { id: todo.id, text: todo.text }
      },
      describe: (t, { text }) => t('todos:chat.results.added', { text: asMarkdown(text) }),
    }),
  },
}

/** A to-do with its mark, as a link to it, struck when done. */
function lineOf({ id, text, completed }: { id: string; text: string; completed: boolean }) {
  const link = `[${asMarkdown(text).replaceAll(']', '\\]')}](/dashboard/tanstack-db-example#todo-${id})`
  return completed ? `[x] ~~${link}~~` : `[ ] ${link}`
}
