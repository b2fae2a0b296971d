import { languages, type Language } from '#/core/i18n/languages.ts'
import { translateTo } from '#/core/i18n/server-texts.server.ts'
import { detectLanguage } from '#/lib/text-language.ts'
import {
  retrieval as retrievalShape,
  type BuiltInOptions,
  type Retrieval,
} from './built-in-options.server.ts'
import type { Conversation } from './conversation.server.ts'
import type { Command, CommandName } from './grammar/grammar.ts'
import { parseCommand } from './parse-command.ts'
import { findPost, wordResult } from './word-result.server.ts'
import { wordHelp, wordQuotes } from './word-answer.server.ts'

/** What is done next: a tool is called, or something is said. */
export type Reply =
  | { kind: 'call'; toolName: string; input: Record<string, string> }
  | { kind: 'text'; text: string }

const SEARCH_DOCUMENTS = 'searchDocuments'
const commandNames = [
  'searchPosts',
  'readPost',
  'createPost',
  'listTodos',
  'addTodo',
] as const satisfies readonly CommandName[]
const QUESTION_MAX_LENGTH = 1_000
const QUERY_MAX_LENGTH = 200

type Call = { options: BuiltInOptions; tools: ReadonlySet<string> }

/**
 * The next step for the last question: a plain command becomes calls of the tools given, one after the other,
 * and their results are put into words; any other question is answered from documents where there are any;
 * else it is said what can be asked. Depends on nothing but its arguments.
 */
export function planReply(conversation: Conversation, { options, tools }: Call): Reply {
  const { question, steps, isNew } = conversation
  const parsed = parseCommand(question, options.language)
  const language = parsed?.language ?? languageOf(question, options.language)
  const t = translateTo(language)
  const say = (text: string): Reply => ({
    kind: 'text',
    text: isNew ? `${text}\n\n${t('built-in:introduction')}` : text,
  })
  const done = steps.at(-1)
  if (done && done.toolName !== SEARCH_DOCUMENTS) {
    const next =
      parsed?.command.name === 'readPost' && done.toolName === 'searchPosts'
        ? findPost(done.outcome, parsed.command.title)
        : undefined
    return next && tools.has('readPost')
      ? { kind: 'call', toolName: 'readPost', input: { id: next.id } }
      : say(wordResult(done, t))
  }
  const found = options.retrieval ?? foundBy(conversation)
  const hasDocuments = found !== undefined || tools.has(SEARCH_DOCUMENTS)
  const help = () => wordHelp(usable(tools), { hasDocuments, t })
  if (parsed?.command.name === 'help') return { kind: 'text', text: help() }
  const call = parsed && callFor(parsed.command, tools)
  if (call) return call
  // What reads like a command may be a question about documents, unless it begins with a slash.
  if (parsed && (parsed.isExplicit || !hasDocuments)) return say(t('built-in:notHere'))
  if (found) return say(wordQuotes(question, found, t))
  if (done) return say(wordResult(done, t))
  if (tools.has(SEARCH_DOCUMENTS))
    return {
      kind: 'call',
      toolName: SEARCH_DOCUMENTS,
      input: { query: question.slice(0, QUESTION_MAX_LENGTH).toWellFormed() },
    }
  return { kind: 'text', text: isNew ? help() : t('built-in:introductionAgain') }
}

/** What the person wrote in, as far as it can be told from a short text. */
function languageOf(question: string, fallback: Language): Language {
  const detected = detectLanguage(question)
  return languages.find((language) => language === detected) ?? fallback
}

/** What a search that was done for this question has found. */
function foundBy({ steps }: Conversation): Retrieval | undefined {
  const outcome = steps.findLast(({ toolName }) => toolName === SEARCH_DOCUMENTS)?.outcome
  return outcome?.kind === 'output' ? retrievalShape.safeParse(outcome.value).data : undefined
}

/** A post is found by its title before it is read, so that takes two tools. */
function usable(tools: ReadonlySet<string>): CommandName[] {
  return commandNames.filter((name) => tools.has(name) && (name !== 'readPost' || tools.has('searchPosts')))
}

const shortQuery = (query: string) => query.slice(0, QUERY_MAX_LENGTH).toWellFormed()

function callFor(command: Command, tools: ReadonlySet<string>): Reply | undefined {
  if (!usable(tools).includes(command.name)) return undefined
  switch (command.name) {
    case 'searchPosts':
      return { kind: 'call', toolName: 'searchPosts', input: { query: shortQuery(command.query) } }
    case 'readPost':
      return { kind: 'call', toolName: 'searchPosts', input: { query: shortQuery(command.title) } }
    case 'createPost':
      // A post has some content; what was given for it is its title.
      return {
        kind: 'call',
        toolName: 'createPost',
        input: { title: command.title, content: command.content ?? command.title },
      }
    case 'listTodos':
      return { kind: 'call', toolName: 'listTodos', input: {} }
    case 'addTodo':
      return { kind: 'call', toolName: 'addTodo', input: { text: command.text } }
    case 'help':
      return undefined
  }
}
