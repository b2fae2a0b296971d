import { sql } from 'drizzle-orm'
import type { Demo } from '@plinth/core/feature/server'
import { createId } from '@plinth/core/schema'
import { todos } from './todos.table.server.ts'

type DemoTodo = {
  author: string
  inOrganization: boolean
  text: string
  completed: boolean
  hoursAgo: number
}

const demoTodos: readonly DemoTodo[] = [
  {
    author: 'ben@example.com',
    inOrganization: true,
    text: 'Write the migration notes for 2.4',
    completed: false,
    hoursAgo: 0.1,
  },
  {
    author: 'cleo@example.com',
    inOrganization: true,
    text: 'Announce 2.4 on the status page',
    completed: false,
    hoursAgo: 2,
  },
  {
    author: 'admin@example.com',
    inOrganization: true,
    text: 'Answer the security questionnaire from Harbor',
    completed: false,
    hoursAgo: 26,
  },
  {
    author: 'ada@example.com',
    inOrganization: true,
    text: 'Rehearse the rollback',
    completed: true,
    hoursAgo: 31,
  },
  {
    author: 'cleo@example.com',
    inOrganization: true,
    text: 'Book the room for the retrospective',
    completed: false,
    hoursAgo: 50,
  },
  {
    author: 'ben@example.com',
    inOrganization: true,
    text: 'Publish the release notes',
    completed: true,
    hoursAgo: 54,
  },
  {
    author: 'jonas.keller@example.com',
    inOrganization: true,
    text: 'Replace the broken screen in the workshop',
    completed: false,
    hoursAgo: 75,
  },
  {
    author: 'ada@example.com',
    inOrganization: true,
    text: 'Rotate staging keys',
    completed: true,
    hoursAgo: 100,
  },
  {
    author: 'admin@example.com',
    inOrganization: false,
    text: 'Read docs/architecture.md',
    completed: false,
    hoursAgo: 2,
  },
  { author: 'ada@example.com', inOrganization: false, text: 'Add a passkey', completed: false, hoursAgo: 1 },
]

export const todosDemo: Demo = {
  conversations: [
    {
      by: 'admin@example.com',
      hoursAgo: 0.2,
      title: 'What is left for 2.4',
      turns: [{ text: '/todos', tool: 'listTodos', input: {} }],
    },
  ],
  async seed({ tx, createdBy, hoursAgo }) {
    await tx.insert(todos).values(
      demoTodos.map(({ author, inOrganization, text, completed, hoursAgo: age }) => ({
        id: createId(),
        ...createdBy(author, inOrganization ? 'organization' : 'personal'),
        text,
        completed,
        createdAt: hoursAgo(age),
        version: sql`nextval('todo_version')`,
      })),
    )
  },
}
