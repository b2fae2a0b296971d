import { authorize } from '#/core/access/access.ts'
import type { Translate } from '#/core/i18n/keys.ts'
import { openStream, withStream } from '#/core/realtime/stream.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { decide } from './approvals.server.ts'
import { ask } from './ask.server.ts'
import type { ChatPage } from './chat-limits.ts'
import type { ChatParts } from './chat-parts.server.ts'
import { chatsAccess } from './chat.access.ts'
import { followRun, runningRun, type Followed } from './follow-run.server.ts'
import { readThread } from './read-thread.server.ts'
import { readUiBody } from './read-ui-body.ts'
import { uiStreamResponse } from './ui-stream.server.ts'

type Sent = { sent: unknown; page: ChatPage; t: Translate }

/**
 * Does what a body of the AI SDK's client asks for, and streams the answer. Throws as `ask` and `decide` do;
 * ZodError for another body.
 */
export async function answerUi(
  ctx: VerbContext,
  parts: ChatParts,
  { sent, page, t }: Sent,
): Promise<Response> {
  const wish = readUiBody(sent, page)
  return withStream(openStream(ctx, chatsAccess.get, { isOfWorkspace: true }), async (stream) => {
    const follow = (followed: Followed) =>
      uiStreamResponse(stream, followRun({ ...ctx, signal: stream.signal }, parts.db, followed), t)
    if ('decide' in wish)
      return follow({ ...(await decide(ctx, parts, wish.decide)), threadId: wish.decide.id })
    return follow({ ...(await ask(ctx, parts, wish.question)), threadId: wish.question.threadId, after: 0 })
  })
}

/**
 * Streams the answer that is being made, from its beginning; 204 when there is none. Any member of the
 * workspace. Throws not_found.
 */
export async function resumeUi(
  ctx: VerbContext,
  parts: ChatParts,
  { threadId, page, t }: { threadId: string; page: ChatPage; t: Translate },
): Promise<Response> {
  const actor = authorize(ctx.actor, chatsAccess.get)
  await readThread(parts.db, actor, { id: threadId, page })
  const runId = await runningRun(parts.db, threadId)
  if (runId === undefined)
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
  const stream = openStream(ctx, chatsAccess.get, { isOfWorkspace: true })
  return uiStreamResponse(
    stream,
    followRun({ ...ctx, signal: stream.signal }, parts.db, { runId, threadId, after: 0 }),
    t,
  )
}
