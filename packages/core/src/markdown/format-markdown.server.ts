import type { SignedInActor } from '#/access/actor.ts'
import type { Log } from '#/log/log.server.ts'
import { defineTask, runTask, TaskEnded } from '#/workers/workers.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { asWritten } from '#/lib/markdown/markdown-tree.ts'
import type { MarkdownKind } from '#/lib/markdown/parse-markdown.ts'
import { excerptOfPlain } from '#/lib/markdown/plain-text.ts'
import { parseToStore, type FormattedMarkdown } from './parse-to-store.task.server.ts'

const parsing = defineTask<typeof parseToStore>({
  module: '@plinth/core/markdown/parse-to-store.task.server.ts',
  kind: 'request',
  // Texts of 50 000 characters with marks in every line take up to half of it on a slow machine.
  maxSeconds: 1,
})

type Running = { log: Pick<Log, 'warn'>; signal: AbortSignal }
type Order = Running & { text: string; kind: MarkdownKind; account: string }

/** Returns undefined for a text that takes longer than a second or makes too much. */
async function parsed({ text, kind, ...options }: Order): Promise<FormattedMarkdown | undefined> {
  try {
    return await runTask(parsing, { text, kind }, options)
  } catch (error) {
    if (error instanceof TaskEnded) return undefined
    throw error
  }
}

export type FormattedColumns<Name extends string> = Record<
  `${Name}Tree` | `${Name}Text` | `${Name}Excerpt`,
  string
>

/**
 * Parses Markdown fields that a user writes, in a process that is ended after a second, and returns what is
 * stored beside them, so that nobody parses them again: of `content` the columns `contentTree` and
 * `contentText`, and `contentExcerpt` for a table that has one. To be called before the transaction. Throws
 * invalid for a field that takes longer or makes too much HTML; limit.
 */
export async function formatFields<Name extends string>(
  { log, signal }: Running,
  { userId }: SignedInActor,
  fields: Readonly<Record<Name, string>>,
): Promise<FormattedColumns<Name>> {
  const columns = {}
  for (const [name, text] of Object.entries<string>(fields)) {
    const formatted = await parsed({ text, kind: 'text', account: userId, log, signal })
    if (!formatted) throw new AppError('invalid', 'errors:tooComplex', { field: name })
    Object.assign(columns, columnsOf(name, formatted))
  }
  return columns as FormattedColumns<Name>
}

/** The same for texts of this program, as those of the demo, parsed here. */
export const formatOwn = <Name extends string>(
  fields: Readonly<Record<Name, string>>,
): FormattedColumns<Name> =>
  Object.assign(
    {},
    ...Object.entries<string>(fields).map(([name, text]) =>
      columnsOf(name, parseToStore({ text, kind: 'text' }) ?? unformatted(text)),
    ),
  ) as FormattedColumns<Name>

const columnsOf = (name: string, { tree, plain, excerpt }: FormattedMarkdown) => ({
  [`${name}Tree`]: tree,
  [`${name}Text`]: plain,
  [`${name}Excerpt`]: excerpt,
})

/**
 * Formats a text that is stored already, which is shown as it was written if it takes long or makes too
 * much.
 */
export const formatStored = async (order: Order): Promise<FormattedMarkdown> =>
  (await parsed(order)) ?? unformatted(order.text)

const unformatted = (text: string): FormattedMarkdown => ({
  tree: JSON.stringify(asWritten(text)),
  plain: text,
  excerpt: excerptOfPlain(text),
})
