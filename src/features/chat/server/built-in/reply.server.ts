import type { Translate } from '#/core/i18n/keys.ts'
import { languages, type Language } from '#/core/i18n/languages.ts'
import { translateTo } from '#/core/i18n/server-texts.server.ts'
import { chatCommands, parseCommand, type ChatCommand } from '#/features/chat/chat-commands.ts'
import { detectLanguage } from '#/lib/text-language.ts'
import type { BuiltInOptions } from './built-in-options.server.ts'
import type { Conversation } from './conversation.server.ts'
import { wordQuotes } from './quotes.server.ts'
import { wordToolResult } from './tool-results.server.ts'

/** The next step: a tool call or a text. */
export type Reply =
  | { kind: 'call'; toolName: string; input: Record<string, string> }
  | { kind: 'text'; text: string }

const QUERY_MAX_LENGTH = 200

type Call = { options: BuiltInOptions; tools: ReadonlySet<string> }

/**
 * Plans the next step for the last message: quotes passages, describes a tool's result, runs a command, or
 * explains what the model can do. Depends only on its arguments.
 */
export function planReply(conversation: Conversation, { options, tools }: Call): Reply {
  const { message, steps, isNew } = conversation
  const { retrieval, language } = options
  const result = steps.at(-1)
  const t = translateTo(retrieval ? languageOf(message, language) : language)
  if (retrieval) return { kind: 'text', text: wordQuotes(message, retrieval, t) }
  if (result) return { kind: 'text', text: wordToolResult(result, t) }
  const parsed = parseCommand(message)
  if (parsed) return runCommand(parsed, tools, t)
  const text = isNew ? `${t('built-in:introduction')}\n\n${help(tools, t)}` : t('built-in:introductionAgain')
  return { kind: 'text', text }
}

/** Detects the language of a question; returns `fallback` for unsupported or undetected ones. */
function languageOf(question: string, fallback: Language): Language {
  const detected = detectLanguage(question)
  return languages.find((language) => language === detected) ?? fallback
}

function runCommand(
  { command, argument }: NonNullable<ReturnType<typeof parseCommand>>,
  tools: ReadonlySet<string>,
  t: Translate,
): Reply {
  const { name, tool } = command
  if (tool === undefined) return { kind: 'text', text: help(tools, t) }
  if (!tools.has(tool)) return { kind: 'text', text: t('built-in:notHere') }
  if (command.argument === 'required' && argument === '')
    return { kind: 'text', text: t('built-in:needsText', { command: `/${name}` }) }
  return { kind: 'call', toolName: tool, input: inputOf(name, argument) }
}

function inputOf(name: ChatCommand['name'], argument: string): Record<string, string> {
  switch (name) {
    case 'posts':
      return { query: argument.slice(0, QUERY_MAX_LENGTH).toWellFormed() }
    case 'todo':
      return { text: argument }
    case 'post': {
      const [title = '', ...lines] = argument.split('\n')
      // A post needs content: its title by default.
      return { title: title.trim(), content: lines.join('\n').trim() || title.trim() }
    }
    case 'todos':
    case 'help':
      return {}
  }
}

/** The commands that these tools can run. Markdown. */
function help(tools: ReadonlySet<string>, t: Translate): string {
  const lines = chatCommands
    .filter(({ tool }) => tool === undefined || tools.has(tool))
    .map(({ name }) => `- \`/${name}\` ${t(`chat:commands.${name}`)}`)
  return [t('built-in:help'), '', ...lines].join('\n')
}
