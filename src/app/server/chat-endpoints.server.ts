import { ZodError } from 'zod'
import { databaseFailure } from '#/core/db/database-error.server.ts'
import { defaultLanguage } from '#/core/i18n/languages.ts'
import type { Translate, TranslationKey } from '#/core/i18n/keys.ts'
import { translateTo } from '#/core/i18n/server-texts.server.ts'
import { currentRequest } from '#/core/log/request-scope.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import {
  answerAgui,
  answerUi,
  exportThread,
  exportThreadInput,
  resumeAgui,
  resumeUi,
  stopRun,
  type ChatPage,
  type ChatParts,
} from '#/features/chat/index.server.ts'
import { AppError, statusByKind } from '#/lib/app-error.ts'
import { chatParts } from '../registry/chat-parts.server.ts'
import { verbContext } from './verb-context.server.ts'

type Asked<Params> = { request: Request; params: Params }
type Call<Params> = { request: Request; params: Params; ctx: VerbContext; parts: ChatParts; t: Translate }

const translator = () => translateTo(currentRequest()?.language ?? defaultLanguage)

/** Runs one call of the chat, and says in the reader's own language why it is refused. */
function endpoint<Params = object>(handle: (call: Call<Params>) => Promise<Response>) {
  return async ({ request, params }: Asked<Params>): Promise<Response> => {
    const t = translator()
    try {
      return await handle({ request, params, ctx: await verbContext(request), parts: await chatParts(), t })
    } catch (error) {
      return refusalOf(error, t)
    }
  }
}

function refusalOf(error: unknown, t: Translate): Response {
  const known =
    error instanceof ZodError ? invalidOf(error) : error instanceof AppError ? error : databaseFailure(error)
  if (!known) throw error
  const { kind, code, params } = known
  const headers = new Headers({ 'cache-control': 'no-store' })
  if (params.retryAfterSeconds) headers.set('retry-after', String(params.retryAfterSeconds))
  const message = t(code as TranslationKey, params)
  return Response.json(
    { code, message, params, requestId: currentRequest()?.id },
    { status: statusByKind[kind], headers },
  )
}

function invalidOf({ issues }: ZodError): AppError {
  return new AppError('invalid', 'errors:invalid', { field: issues[0]?.path.join('.') || 'body' })
}

async function bodyOf(request: Request): Promise<unknown> {
  try {
    return await request.json()
  } catch {
    throw new AppError('invalid', 'errors:malformed', { field: 'body' })
  }
}

/** A question by the AI SDK's own client, answered as its UI message stream. */
export const askUi = (page: ChatPage) =>
  endpoint(async ({ request, ctx, parts, t }) =>
    answerUi(ctx, parts, { sent: await bodyOf(request), page, t }),
  )

/** The answer being made in a thread, from its beginning; 204 when there is none. */
export const followUi = (page: ChatPage) =>
  endpoint<{ threadId: string }>(({ params, ctx, parts, t }) =>
    resumeUi(ctx, parts, { threadId: params.threadId, page, t }),
  )

/** Stops the answer being made in a thread, whoever follows it. */
export const stopAnswer = endpoint<{ threadId: string }>(async ({ params, ctx }) =>
  Response.json(await stopRun(ctx, { id: params.threadId })),
)

/** A thread as a file: `?format=markdown` or `?format=json`. */
export const downloadThread = endpoint<{ threadId: string }>(({ request, params, ctx, t }) => {
  const format = new URL(request.url).searchParams.get('format')
  return exportThread(ctx, exportThreadInput.parse({ id: params.threadId, format }), t)
})

/** A question by TanStack AI's own client, answered as AG-UI events. */
export const askAgui = endpoint(async ({ request, ctx, parts, t }) =>
  answerAgui(ctx, parts, {
    sent: await bodyOf(request),
    page: 'general',
    t,
    lastEventId: request.headers.get('last-event-id'),
  }),
)

/**
 * What that client asks when it comes back: a thread by `threadId`, or a run from its beginning by `runId`.
 */
export const followAgui = endpoint(({ request, ctx, parts, t }) => {
  const { searchParams } = new URL(request.url)
  const wanted = { threadId: searchParams.get('threadId'), runId: searchParams.get('runId') }
  return resumeAgui(ctx, parts, {
    ...wanted,
    page: 'general',
    t,
    lastEventId: request.headers.get('last-event-id'),
  })
})
