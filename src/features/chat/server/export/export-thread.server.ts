import { authorize } from '#/core/access/access.ts'
import type { Translate } from '#/core/i18n/keys.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { chatsAccess } from '#/features/chat/chat.access.ts'
import type { ExportThreadInput } from '#/features/chat/chat.schema.ts'
import { failStaleGenerations } from '../generation/finish-generation.server.ts'
import { attachmentHeader, fileNameOf } from './file-name-of.ts'
import { branchOf, readThread } from '../threads/read-thread.server.ts'
import { threadMarkdown } from './thread-markdown.server.ts'
import { recordThread } from './thread-record.server.ts'

/**
 * Returns a thread as a file download: the displayed branch as Markdown in the reader's language, or all
 * branches as JSON. Leaves out an answer that is still being generated. Any member of the workspace. Throws
 * not_found.
 */
export async function exportThread(
  ctx: VerbContext,
  { id, format }: ExportThreadInput,
  t: Translate,
): Promise<Response> {
  const actor = authorize(ctx.actor, chatsAccess.export)
  await readThread(ctx.db, actor, { id })
  await failStaleGenerations(ctx.db, id)
  const record = await recordThread(ctx.db, await readThread(ctx.db, actor, { id }))
  return format === 'json'
    ? attachment(`${JSON.stringify(record, undefined, 2)}\n`, {
        name: fileNameOf(record.title, 'json'),
        type: 'application/json',
      })
    : attachment(await threadMarkdown(record, branchOf(record.messages, record.headId), t), {
        name: fileNameOf(record.title, 'md'),
        type: 'text/markdown; charset=utf-8',
      })
}

function attachment(text: string, { name, type }: { name: string; type: string }): Response {
  const headers = {
    'content-type': type,
    'content-disposition': attachmentHeader(name),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
  return new Response(text, { headers })
}
