import type { TranslationKey, Translate } from '#/core/i18n/keys.ts'
import { fieldsOf, textOf, type ToolPart } from '#/features/chat/chat-message.ts'

const names = ['searchPosts', 'readPost', 'createPost', 'listTodos', 'addTodo'] as const
type ToolName = (typeof names)[number]

/** Whether the tool has a translated sentence. */
export const isKnownTool = (name: string): name is ToolName => names.some((known) => known === name)

/** Describes what a tool was called for. */
export function toolSentence(t: Translate, { name, input }: Pick<ToolPart, 'name' | 'input'>): string {
  if (!isKnownTool(name)) return t('chat:tools.other', { name })
  const query = textOf(input.query)
  if (name === 'searchPosts' && query === '') return t('chat:tools.newestPosts')
  return t(`chat:tools.${name}`, { query, title: textOf(input.title), text: textOf(input.text) })
}

/** The error of a tool. */
export function toolError(t: Translate, { error }: Pick<ToolPart, 'error'>): string {
  return error !== undefined && /^[a-z-]+:[\w.]+$/.test(error)
    ? t(error as TranslationKey)
    : t('chat:tools.failed')
}

/** The number of results; undefined for tools that don't search. */
export function foundBy({ output }: Pick<ToolPart, 'output'>): number | undefined {
  const { items } = fieldsOf(output)
  return Array.isArray(items) ? items.length : undefined
}
