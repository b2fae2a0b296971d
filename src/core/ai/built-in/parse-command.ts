import { languages, type Language } from '#/core/i18n/languages.ts'
import { fold } from './fold.ts'
import { english } from './grammar/english.ts'
import { german } from './grammar/german.ts'
import type { Command, CommandName, Grammar } from './grammar/grammar.ts'
import { portuguese } from './grammar/portuguese.ts'
import { spanish } from './grammar/spanish.ts'

/** `isExplicit`: it can't be meant as anything but a command, because it begins with a slash. */
export type ParsedCommand = { command: Command; language: Language; isExplicit: boolean }

const grammars: Record<Language, Grammar> = { en: english, de: german, es: spanish, pt: portuguese }
// A longer first line is no command; what follows it may be the body of a post.
const COMMAND_MAX_LENGTH = 600
const END = String.raw`(?:,? (?:please|bitte|por favor))?[\s.?!]*`

type Rule = { name: CommandName; expression: RegExp }
type Rules = { patterns: Rule[]; loose: Rule[] }
const rules = Object.fromEntries(
  languages.map((language) => [language, rulesOf(grammars[language])]),
) as Record<Language, Rules>

function rulesOf({ courtesy, patterns, loose }: Grammar): Rules {
  const compile = ([name, pattern]: readonly [CommandName, string]): Rule => ({
    name,
    // regex-reviewed: at most COMMAND_MAX_LENGTH characters
    expression: new RegExp(`^[¿¡]*${courtesy}(?:${pattern})${END}$`, 'd'),
  })
  return { patterns: patterns.map(compile), loose: loose.map(compile) }
}

/**
 * The plain command a text is, in any of the four languages; where two languages have the same words, in the
 * preferred one. Undefined for every other text. Safe for any text.
 */
export function parseCommand(given: string, preferred: Language): ParsedCommand | undefined {
  const text = given.normalize('NFC').trim()
  const order = [preferred, ...languages.filter((language) => language !== preferred)]
  if (text.startsWith('/')) return parseSlash(text, order)
  if ((/[^\n]*/.exec(text)?.[0].length ?? 0) > COMMAND_MAX_LENGTH) return undefined
  const folded = fold(text)
  for (const kind of ['patterns', 'loose'] as const) {
    for (const language of order) {
      for (const { name, expression } of rules[language][kind]) {
        const groups = expression.exec(folded)?.indices?.groups
        const command =
          groups === undefined && !expression.test(folded)
            ? undefined
            : commandOf(name, readGroups(text, groups))
        if (command) return { command, language, isExplicit: false }
      }
    }
  }
  return undefined
}

type Groups = { query?: string; title?: string; content?: string; text?: string }

function readGroups(text: string, groups: Record<string, [number, number] | undefined> = {}): Groups {
  return Object.fromEntries(
    Object.entries(groups).map(([name, place]) => [name, place && text.slice(...place)]),
  )
}

/** Undefined where what the command needs is missing. */
function commandOf(name: CommandName, { query, title, content, text }: Groups): Command | undefined {
  switch (name) {
    case 'searchPosts':
      return { name, query: plain(query) }
    case 'readPost':
      return plain(title) === '' ? undefined : { name, title: plain(title) }
    case 'createPost':
      return plain(title) === ''
        ? undefined
        : { name, title: plain(title), content: content?.trim() === '' ? undefined : unquoted(content) }
    case 'addTodo':
      return plain(text) === '' ? undefined : { name, text: plain(text) }
    case 'help':
    case 'listTodos':
      return { name }
  }
}

function parseSlash(text: string, order: readonly Language[]): ParsedCommand | undefined {
  const [, word = '', rest = ''] = /^\/(\S+)\s*([^]*)$/.exec(text) ?? []
  const folded = fold(word)
  const language = order.find((one) => Object.hasOwn(grammars[one].slash, folded))
  // English commands work in every language; their answer comes in the reader's.
  const name = language && grammars[language].slash[folded]
  if (!language || !name) return undefined
  const isEnglish = Object.hasOwn(grammars.en.slash, folded)
  const [title = '', ...lines] = rest.split('\n')
  const command = commandOf(name, {
    query: rest,
    title,
    text: rest,
    content: lines.length > 0 ? lines.join('\n') : undefined,
  })
  return command && { command, language: isEnglish ? (order[0] ?? language) : language, isExplicit: true }
}

const QUOTED = /^(?:"([^"]*)"|“([^”]*)”|„([^“”]*)[“”]|«([^»]*)»|'([^']*)')$/

function unquoted(text: string | undefined): string | undefined {
  const trimmed = text?.trim()
  return trimmed === undefined
    ? undefined
    : (QUOTED.exec(trimmed)
        ?.slice(1)
        .find((inner) => inner !== undefined)
        ?.trim() ?? trimmed)
}

/** Without quotation marks; a sentence's own end is no part of it either. */
function plain(text: string | undefined): string {
  const inner = unquoted(text) ?? ''
  return inner === text?.trim() ? inner.replace(/(?<![\s.?!])[\s.?!]+$/, '') : inner
}
