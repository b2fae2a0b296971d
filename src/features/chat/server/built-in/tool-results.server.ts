import type { ChatTool } from '@plinth/core/feature/server'
import type { Translate, TranslationKey } from '@plinth/core/texts'
import type { Step } from './conversation.server.ts'

/**
 * Describes the outcome of a tool call as Markdown: in the words of its feature, that it was rejected, or why
 * it failed.
 */
export function wordToolResult(
  { toolName, input, outcome }: Step,
  tools: ReadonlyMap<string, ChatTool>,
  t: Translate,
): string {
  if (outcome.kind === 'refused') return t('built-in:results.refused')
  if (outcome.kind === 'failed')
    return `${t('built-in:results.failed')} ${reasonOf(outcome.reason, t)}`.trim()
  return tools.get(toolName)?.describe?.(t, outcome.value, input) ?? t('built-in:results.done')
}

/**
 * Our tools fail with a translation key, possibly prefixed with the error's name. Other messages are not for
 * users.
 */
function reasonOf(reason: string, t: Translate): string {
  const key = /^(?:AppError: )?([a-z][a-z-]*:\w+(?:\.\w+)*)$/.exec(reason)?.[1]
  return key === undefined ? '' : t(key as TranslationKey, { retryAfterSeconds: undefined })
}
