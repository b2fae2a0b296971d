import { z } from 'zod'
import type { Translate, TranslationKey } from '#/core/i18n/keys.ts'
import type { Step } from './conversation.server.ts'
import { asMarkdown } from './markdown.ts'

const MOST_ITEMS = 20

const foundPosts = z.object({
  items: z.array(z.object({ id: z.string(), title: z.string(), excerpt: z.string().optional() })),
})
const createdPost = z.object({ title: z.string() })
const foundTodos = z.object({ items: z.array(z.object({ text: z.string(), completed: z.boolean() })) })
const todo = z.object({ text: z.string() })

type Words = (value: unknown, t: Translate, input: Step['input']) => string

const wordsOf: Record<string, Words> = {
  searchPosts(value, t, { query = '' }) {
    const { items } = foundPosts.parse(value)
    if (items.length === 0)
      return query === ''
        ? t('built-in:results.noPosts')
        : t('built-in:results.noPostsFor', { query: asMarkdown(String(query)) })
    return listed(t('built-in:results.posts', { count: items.length }), items.map(wordPost))
  },
  createPost: (value, t) =>
    t('built-in:results.postCreated', { title: asMarkdown(createdPost.parse(value).title) }),
  listTodos(value, t) {
    const { items } = foundTodos.parse(value)
    if (items.length === 0) return t('built-in:results.noTodos')
    const open = items.filter(({ completed }) => !completed).length
    return listed(t('built-in:results.todos', { count: items.length, open }), items.map(wordTodo))
  },
  addTodo: (value, t) => t('built-in:results.todoAdded', { text: asMarkdown(todo.parse(value).text) }),
}

/**
 * Describes the outcome of a tool call as Markdown: what was found or created, that it was rejected, or why
 * it failed.
 */
export function wordToolResult({ toolName, input, outcome }: Step, t: Translate): string {
  if (outcome.kind === 'refused') return t('built-in:results.refused')
  if (outcome.kind === 'failed')
    return `${t('built-in:results.failed')} ${reasonOf(outcome.reason, t)}`.trim()
  try {
    return wordsOf[toolName]?.(outcome.value, t, input) ?? t('built-in:results.done')
  } catch (error) {
    // A tool with an unknown output shape has succeeded too.
    if (error instanceof z.ZodError) return t('built-in:results.done')
    throw error
  }
}

const wordPost = ({ title, excerpt = '' }: { title: string; excerpt?: string }) =>
  excerpt.trim() === '' ? `- **${asMarkdown(title)}**` : `- **${asMarkdown(title)}**: ${asMarkdown(excerpt)}`

const wordTodo = ({ text, completed }: { text: string; completed: boolean }) =>
  `- [${completed ? 'x' : ' '}] ${asMarkdown(text)}`

function listed(heading: string, lines: readonly string[]): string {
  const more = lines.length > MOST_ITEMS ? ['- …'] : []
  return [heading, '', ...lines.slice(0, MOST_ITEMS), ...more].join('\n')
}

/**
 * Our tools fail with a translation key, possibly prefixed with the error's name. Other messages are not for
 * users.
 */
function reasonOf(reason: string, t: Translate): string {
  const key = /^(?:AppError: )?([a-z][a-z-]*:\w+(?:\.\w+)*)$/.exec(reason)?.[1]
  return key === undefined ? '' : t(key as TranslationKey, { retryAfterSeconds: undefined })
}
