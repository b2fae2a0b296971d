import { z } from 'zod'
import { defineChatTool, type ChatTools } from '#/core/feature.server.ts'
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
    }),
  },
}
