import { secondFactorPage } from '@plinth/testing/feature-fixtures.ts'
import { columns, type Caller, type Column, type World } from './actors.ts'
import { header } from './missing-lines.ts'

/**
 * What one caller sends: the input of a procedure, or path, query and body of a request. Created per caller,
 * because much of it can be used only once.
 */
export type Asked = { input?: unknown; path?: string; body?: unknown }

export type Row = {
  /** The entry point without its case: `sessions.list`, `GET /login`, `readMailbox()`. */
  entryPoint: string
  name: string
  /** What of a plan its rule sells. */
  entitlement?: string
  /** Written by hand: a status, or `>/path` for a redirect to there. */
  expected: Record<Column, string>
  ask: (world: World, caller: Caller) => Promise<Asked> | Asked
}

/**
 * One feature's part of the matrix. Each line is an entry point, a case in brackets if it needs several, and
 * one answer per column in the order of `columns`, separated by spaces. Without the last, `pending` gets the
 * answer of `stranger`, with the page of the second factor for `>/login`. Lines starting with # are
 * comments. A word such as +webhooks before the answers names what of a plan its rule sells: everybody has
 * paid for it, and an owner who has not is denied. `asks` provides the input of lines that need any. Throws
 * for a line it cannot parse and for an `asks` entry without a line.
 */
export function expectedAnswers(text: string, asks: Record<string, Row['ask']> = {}): Row[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  const rows = lines.map((line) => readLine(line, asks))
  const idle = Object.keys(asks).filter((name) => !rows.some((row) => row.name === name))
  if (idle.length > 0)
    throw new Error(
      `Inputs are given for ${idle.join(', ')}, and no line has that name. The lines: ${rows.map(({ name }) => name).join(', ')}`,
    )
  return rows
}

const isAnswer = (word: string) => /^(\d{3}|>\/.*)$/.test(word)

/** The row of an entry point that nobody wrote, with these words after its name. */
export const rowByRule = (entryPoint: string, words: readonly string[]): Row =>
  readLine([entryPoint, ...words].join(' '), {})

function readLine(line: string, asks: Record<string, Row['ask']>): Row {
  const words = line.split(/\s+/)
  const first = words.findLastIndex((word) => !isAnswer(word)) + 1
  const [named, written] = [words.slice(0, first), words.slice(first)]
  const sold = named.find((word) => word.startsWith('+'))
  const name = named.filter((word) => word !== sold).join(' ')
  const asStranger = written[0] === '>/login' ? `>${secondFactorPage ?? '/login'}` : (written[0] ?? '')
  const cells = written.length === columns.length - 1 ? [...written, asStranger] : written
  if (name === '' || cells.length !== columns.length)
    throw new Error(
      [
        `This line of the matrix has ${written.length} answers after "${name}", and needs ${columns.length - 1}:`,
        `  ${line}`,
        'A line is an entry point and an answer for each of these, a status or >/path for a redirect:',
        `  ${header}`,
      ].join('\n'),
    )
  const expected = Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])) as Record<
    Column,
    string
  >
  return {
    name,
    entryPoint: name.replace(/ \(.*\)$/, ''),
    ...(sold !== undefined && { entitlement: sold.slice(1) }),
    expected,
    ask: asks[name] ?? (() => ({})),
  }
}
