import { and, eq, inArray, or } from 'drizzle-orm'
import { authorize } from '#/core/access/access.ts'
import type { Translate } from '#/core/i18n/keys.ts'
import { openStream, streamBody, withStream } from '#/core/realtime/stream.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { aguiTranslator, type AguiEvent } from './agui-events.server.ts'
import { decide } from './approvals.server.ts'
import { ask } from './ask.server.ts'
import type { ChatPage } from './chat-limits.ts'
import type { ChatParts } from './chat-parts.server.ts'
import { chatsAccess } from './chat.access.ts'
import { chatId } from './chat.schema.ts'
import { chatApprovals, chatRuns } from './chat.table.server.ts'
import { followRun, type Followed } from './follow-run.server.ts'
import { getThread } from './get-thread.server.ts'
import { readThread } from './read-thread.server.ts'
import { readAguiBody, type ToolWord } from './read-agui-body.ts'
import { toAguiMessages } from './to-agui-messages.ts'

type Asked = { page: ChatPage; t: Translate; lastEventId: string | null }
/**
 * A run to stream: `wireId` is its id on the client's side, `isWhole` says that it is sent from its
 * beginning.
 */
type FollowedRun = Followed & { wireId: string; isWhole: boolean }

/**
 * Does what a body of TanStack AI's client asks for, and streams the answer as AG-UI events. Throws as `ask`
 * and `decide` do; ZodError for another body.
 */
export async function answerAgui(
  ctx: VerbContext,
  parts: ChatParts,
  { sent, ...asked }: Asked & { sent: unknown },
): Promise<Response> {
  const wish = readAguiBody(sent, asked.page)
  const { threadId, runId: wireId } = wish
  if ('words' in wish) {
    const decisions = await decisionsOf(ctx, parts, { threadId, words: wish.words })
    const begin = async () => ({
      ...(await decide(ctx, parts, { id: threadId, decisions })),
      ...{ threadId, wireId, isWhole: false },
    })
    return respond(ctx, parts, { begin, asked })
  }
  const begin = async () => ({
    ...(await ask(ctx, parts, wish.question)),
    threadId,
    wireId,
    after: 0,
    isWhole: true,
  })
  return respond(ctx, parts, { begin, asked })
}

type Wanted = Asked & { threadId: string | null; runId: string | null }

/**
 * A thread as the client repaints it, or, by the id of a run, that run from its beginning. Any member of the
 * workspace. Throws not_found, invalid.
 */
export async function resumeAgui(
  ctx: VerbContext,
  parts: ChatParts,
  { threadId, runId, ...asked }: Wanted,
): Promise<Response> {
  const actor = authorize(ctx.actor, chatsAccess.get)
  if (runId !== null) {
    const [run] = await parts.db
      .select({ id: chatRuns.id, threadId: chatRuns.threadId })
      .from(chatRuns)
      .where(or(eq(chatRuns.id, runId), and(eq(chatRuns.wireId, runId), eq(chatRuns.userId, actor.userId))))
      .limit(1)
    if (!run) throw new AppError('not_found', 'errors:notFound')
    await readThread(parts.db, actor, { id: run.threadId, page: asked.page })
    const begin = async () => ({
      threadId: run.threadId,
      runId: run.id,
      wireId: runId,
      after: 0,
      isWhole: true,
    })
    return respond(ctx, parts, { begin, asked })
  }
  const id = chatId.parse(threadId)
  await readThread(parts.db, actor, { id, page: asked.page })
  const { messages, run } = await getThread(ctx, { id })
  const body = { messages: toAguiMessages(messages), activeRun: run && { runId: run.id }, interrupts: null }
  return Response.json(body, { headers: { 'cache-control': 'no-store' } })
}

/** The approvals behind calls of tools, which is how this client names them. Throws not_found. */
async function decisionsOf(
  ctx: VerbContext,
  { db }: ChatParts,
  { threadId, words }: { threadId: string; words: readonly ToolWord[] },
) {
  const actor = authorize(ctx.actor, chatsAccess.ask)
  const calls = words.map(({ toolCallId }) => toolCallId)
  const asked = await db
    .select({ id: chatApprovals.id, toolCallId: chatApprovals.toolCallId })
    .from(chatApprovals)
    .innerJoin(chatRuns, eq(chatRuns.id, chatApprovals.runId))
    .where(
      and(
        eq(chatRuns.threadId, threadId),
        eq(chatApprovals.userId, actor.userId),
        inArray(chatApprovals.toolCallId, calls),
      ),
    )
  if (asked.length === 0) throw new AppError('not_found', 'errors:notFound')
  return asked.map(({ id, toolCallId }) => ({
    approvalId: id,
    approved: words.some((word) => word.toolCallId === toolCallId && word.approved),
  }))
}

/** Takes a place for the stream before anything is begun for it. */
function respond(
  ctx: VerbContext,
  parts: ChatParts,
  { begin, asked }: { begin: () => Promise<FollowedRun>; asked: Asked },
): Promise<Response> {
  return withStream(openStream(ctx, chatsAccess.get, { isOfWorkspace: true }), async (stream) => {
    const followed = await begin()
    const text = streamBody(stream, linesOf({ ...ctx, signal: stream.signal }, parts, { followed, asked }))
    const headers = {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    }
    return new Response(text.pipeThrough(new TextEncoderStream()), { headers })
  })
}

/**
 * Server-sent events. Of a whole run they are numbered from its beginning, so that a client which lost its
 * connection goes on behind the last it has seen.
 */
async function* linesOf(
  ctx: VerbContext,
  parts: ChatParts,
  { followed, asked }: { followed: FollowedRun; asked: Asked },
): AsyncGenerator<string, void, void> {
  const { threadId, runId, wireId, after, isWhole } = followed
  const { beginning, events, end } = aguiTranslator({ threadId, runId: wireId, messageId: runId, t: asked.t })
  const seen = isWhole ? Number(/^\d{1,9}$/.exec(asked.lastEventId ?? '')?.[0] ?? 0) : 0
  let number = 0
  const line = (event: AguiEvent): string => {
    number += 1
    if (number <= seen) return ''
    return `${isWhole ? `id: ${number}\n` : ''}data: ${JSON.stringify(event)}\n\n`
  }
  if (!isWhole) yield line(beginning())
  for await (const { chunks } of followRun(ctx, parts.db, { runId, threadId, after }))
    yield chunks.flatMap(events).map(line).join('')
  if (!ctx.signal.aborted) yield end().map(line).join('')
}
