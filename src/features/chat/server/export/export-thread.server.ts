import { authorize } from '@plinth/core/access'
import type { Download } from '@plinth/core/live/server'
import type { VerbContext } from '@plinth/core/verb/server'
import { chatsAccess } from '#/features/chat/chat.access.ts'
import type { ExportThreadInput } from '#/features/chat/chat.schema.ts'
import { failStaleGenerations } from '../generation/finish-generation.server.ts'
import { fileNameOf } from './file-name-of.ts'
import { branchOf, readThread } from '../threads/read-thread.server.ts'
import { threadMarkdown, type Shown } from './thread-markdown.server.ts'
import {
  outlineThread,
  recordMessages,
  type RecordedMessage,
  type ThreadOutline,
} from './thread-record.server.ts'

/**
 * Returns a thread as a file for `download`: the displayed branch as Markdown in the reader's language, or
 * all branches as JSON. Leaves out an answer that is still being generated. Any member of the workspace.
 * Throws not_found.
 */
export async function exportThread(
  ctx: VerbContext,
  { id, format }: ExportThreadInput,
  shown: Shown,
): Promise<Download> {
  const { db } = ctx
  const actor = authorize(ctx.actor, chatsAccess.export)
  await readThread(db, actor, { id })
  await failStaleGenerations(db, id)
  const outline = await outlineThread(db, await readThread(db, actor, { id }))
  if (format === 'json')
    return {
      name: fileNameOf(outline.title, 'json'),
      type: 'application/json',
      chunks: threadJson(outline, recordMessages(db, outline, outline.messages)),
    }
  const branch = recordMessages(db, { id, withTrees: true }, branchOf(outline.messages, outline.headId))
  return {
    name: fileNameOf(outline.title, 'md'),
    type: 'text/markdown; charset=utf-8',
    chunks: threadMarkdown(outline, branch, shown),
  }
}

/** Yields a `ThreadRecord` as JSON. */
async function* threadJson(
  { messages: _, ...thread }: ThreadOutline,
  messages: AsyncIterable<RecordedMessage>,
): AsyncGenerator<string, void, void> {
  const head = JSON.stringify(thread, undefined, 2)
  let before = `${head.slice(0, -2)},\n  "messages": [\n`
  for await (const message of messages) {
    yield `${before}${JSON.stringify(message, undefined, 2)}`
    before = ',\n'
  }
  yield `${before === ',\n' ? '' : before}\n]}\n`
}
