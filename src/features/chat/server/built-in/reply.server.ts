import type { ChatTool } from '@plinth/core/feature/server'
import type { ChatCommand } from '@plinth/core/feature'
import type { Language, Translate } from '@plinth/core/texts'
import { languages } from '#/languages.ts'
import { translateTo } from '@plinth/core/server'
import { parseCommand } from '#/features/chat/chat-commands.ts'
import { detectLanguage } from '#/lib/text-language.ts'
import type { BuiltInOptions } from './built-in-options.server.ts'
import type { Conversation } from './conversation.server.ts'
import { wordQuotes } from './quotes.server.ts'
import { wordToolResult } from './tool-results.server.ts'

/** The next step: a tool call or a text. */
export type Reply =
  | { kind: 'call'; toolName: string; input: Readonly<Record<string, unknown>> }
  | { kind: 'text'; text: string }

/** What features bring to the model: commands, and tools that describe their results. */
export type BuiltInParts = { commands: readonly ChatCommand[]; tools: ReadonlyMap<string, ChatTool> }

/** `offered`: the names of the tools that this page has. */
type Call = { options: BuiltInOptions; offered: ReadonlySet<string>; brought: BuiltInParts }

/**
 * Plans the next step for the last message: quotes passages, describes a tool's result, runs a command, or
 * explains what the model can do. Depends only on its arguments.
 */
export function planReply(conversation: Conversation, call: Call): Reply {
  const { message, steps, isNew } = conversation
  const { options, brought } = call
  const { retrieval, language } = options
  const result = steps.at(-1)
  const t = translateTo(retrieval ? languageOf(message, language) : language)
  if (retrieval) return { kind: 'text', text: wordQuotes(message, retrieval, t) }
  if (result) return { kind: 'text', text: wordToolResult(result, brought.tools, t) }
  const parsed = parseCommand(message, brought.commands)
  if (parsed) return runCommand(parsed, call, t)
  const text = isNew ? `${t('built-in:introduction')}\n\n${help(call, t)}` : t('built-in:introductionAgain')
  return { kind: 'text', text }
}

/** Detects the language of a question; returns `fallback` for unsupported or undetected ones. */
function languageOf(question: string, fallback: Language): Language {
  const detected = detectLanguage(question)
  return languages.find((language) => language === detected) ?? fallback
}

function runCommand(
  { command, argument }: NonNullable<ReturnType<typeof parseCommand>>,
  call: Call,
  t: Translate,
): Reply {
  const { name, tool } = command
  if (tool === undefined) return { kind: 'text', text: help(call, t) }
  if (!call.offered.has(tool)) return { kind: 'text', text: t('built-in:notHere') }
  if (command.argument === 'required' && argument === '')
    return { kind: 'text', text: t('built-in:needsText', { command: `/${name}` }) }
  return { kind: 'call', toolName: tool, input: command.inputOf?.(argument) ?? {} }
}

/** The commands that work on this page. Markdown. */
function help({ offered, brought }: Call, t: Translate): string {
  const lines = brought.commands
    .filter(({ tool }) => tool === undefined || offered.has(tool))
    .map(({ name, text }) => `- \`/${name}\` ${t(text)}`)
  return [t('built-in:help'), '', ...lines].join('\n')
}
