import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ChatParts } from '@plinth/core/feature'
import type { Translate, TranslationKey } from '@plinth/core/texts'
import type { MarkdownTree } from '@plinth/core/markdown'
import { shorten } from '@plinth/core/format'
import { citedSources, type ChatPart, type SourcePart, type ToolPart } from '#/features/chat/chat-message.ts'
import { codeBlock, inertLine, inertMarkdown, inertText, quotation } from './inert-markdown.ts'
import type { RecordedMessage, ThreadRecord } from './thread-record.server.ts'
import { foundBy, toolError, toolSentence } from '#/features/chat/ui/messages/tool-text.ts'

/** The reader's language, and how features show the calls of their tools. */
export type Shown = { t: Translate; tools: ChatParts['tools'] }

const LINE_MAX = 300

/**
 * Yields the messages of a branch as Markdown. Each message is a quotation that its text can't break out of;
 * an answer also shows its tool calls and sources. HTML in messages becomes text, and images become links.
 */
export async function* threadMarkdown(
  { title, page, createdAt }: Omit<ThreadRecord, 'messages'>,
  branch: AsyncIterable<RecordedMessage>,
  shown: Shown,
): AsyncGenerator<string, void, void> {
  yield `# ${inOneLine(title)}\n\n${shown.t(`chat:shell.${page}Title`)} · ${when(createdAt)}`
  for await (const message of branch) {
    yield `\n\n${messageMarkdown(message, shown)}`
    // Yields to other requests: a long thread takes a while.
    await nextTurn()
  }
  yield '\n'
}

function messageMarkdown({ role, parts, createdAt, model, state }: RecordedMessage, shown: Shown): string {
  const { t } = shown
  const name = model?.isBuiltIn ? t('chat:model.builtIn') : model?.label
  const who = [
    t(role === 'user' ? 'chat:message.user' : 'chat:message.answer'),
    ...(name ? [inOneLine(name)] : []),
  ].join(' · ')
  const sources = citedSources({ parts })
  return [
    `## ${who}`,
    when(createdAt),
    ...parts.flatMap((part) => partMarkdown(part, role, shown)),
    ...(sources.length > 0
      ? [
          `${t('chat:sources.title', { count: sources.length })}:`,
          sources.map((source) => sourceLine(source, t)).join('\n'),
        ]
      : []),
    ...(state === 'stopped' ? [t('chat:message.stopped')] : []),
  ].join('\n\n')
}

function partMarkdown(part: ChatPart, role: RecordedMessage['role'], shown: Shown): string[] {
  const { t } = shown
  switch (part.kind) {
    case 'text':
      return [quotation(role === 'user' ? inertText(part.text) : answerMarkdown(part))]
    case 'tool':
      return [toolLine(part, shown)]
    case 'retrieval':
      return part.confidence === 'possible' ? [t('chat:retrieval.possible')] : []
    case 'failure':
      return [inOneLine(t(part.code as TranslationKey, part.params))]
    case 'reasoning':
    case 'source':
      return []
  }
}

function toolLine(part: ToolPart, { t, tools }: Shown): string {
  const count = foundBy(part)
  const outcomes: Record<ToolPart['state'], string> = {
    running: '',
    asks: t('chat:approval.other'),
    done: count === undefined ? '' : t('chat:tools.found', { count }),
    refused: t('chat:tools.refused'),
    failed: toolError(t, part),
  }
  return `- ${inOneLine([toolSentence(t, part, tools.get(part.name)), outcomes[part.state]].filter(Boolean).join(' · '))}`
}

const sourceLine = ({ number, name, page }: SourcePart, t: Translate): string =>
  `- ${inOneLine(`[${number}] ${t('chat:sources.place', { name, page })}`)}`

const when = (moment: string): string => `${moment.slice(0, 16).replace('T', ' ')} UTC`

/** Untrusted text in a line of up to LINE_MAX characters. */
const inOneLine = (text: string): string => inertLine(shorten(text, LINE_MAX))

/** An answer as its reader sees it; its source, if it is not parsed yet. */
const answerMarkdown = ({ text, tree }: { text: string; tree?: string }): string =>
  tree === undefined ? codeBlock(text) : inertMarkdown(JSON.parse(tree) as MarkdownTree)
