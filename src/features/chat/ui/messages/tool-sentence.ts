import type { TranslationKey, Translate } from '#/core/i18n/keys.ts'
import { fieldsOf, textOf, type ToolPart } from '#/features/chat/chat-message.ts'

const names = ['searchPosts', 'readPost', 'createPost', 'listTodos', 'addTodo'] as const
type ToolName = (typeof names)[number]

/** Whether it is a tool that the pages know how to name. */
export const isKnownTool = (name: string): name is ToolName => names.some((known) => known === name)

/** What a tool was called for. */
export function toolSentence(t: Translate, { name, input }: Pick<ToolPart, 'name' | 'input'>): string {
  if (!isKnownTool(name)) return t('chat:tools.other', { name })
  const query = textOf(input.query)
  if (name === 'searchPosts' && query === '') return t('chat:tools.newestPosts')
  return t(`chat:tools.${name}`, { query, title: textOf(input.title), text: textOf(input.text) })
}

/** Why a tool has failed. */
export function toolError(t: Translate, { error }: Pick<ToolPart, 'error'>): string {
  return error !== undefined && /^[a-z-]+:[\w.]+$/.test(error)
    ? t(error as TranslationKey)
    : t('chat:tools.failed')
}

/** How many a tool has found; undefined for one that doesn't look for several. */
export function foundBy({ output }: Pick<ToolPart, 'output'>): number | undefined {
  const { items } = fieldsOf(output)
  return Array.isArray(items) ? items.length : undefined
}
