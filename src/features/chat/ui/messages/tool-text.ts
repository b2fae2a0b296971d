import type { ToolTexts, ToolView } from '@plinth/core/feature'
import type { Translate, TranslationKey } from '@plinth/core/texts'
import { fieldsOf, type ToolPart } from '#/features/chat/chat-message.ts'

/** Describes what a tool was called for. `view` is undefined for a tool that no feature brings any more. */
export const toolSentence = (t: Translate, { name, input }: ToolPart, view: ToolView | undefined): string =>
  view ? view.sentence(t, textsIn(input)) : t('chat:tools.other', { name })

/** The texts and numbers among the fields of a value, as text. */
export const textsIn = (value: unknown): ToolTexts =>
  Object.fromEntries(
    Object.entries(fieldsOf(value)).flatMap(([name, field]) =>
      typeof field === 'string' || typeof field === 'number' ? [[name, String(field)]] : [],
    ),
  )

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
