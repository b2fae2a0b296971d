import { ZodError } from 'zod'
import { databaseFailure } from '#/core/db/database-error.server.ts'
import { defaultLanguage } from '#/core/i18n/languages.ts'
import type { Translate, TranslationKey } from '#/core/i18n/keys.ts'
import { translateTo } from '#/core/i18n/server-texts.server.ts'
import { currentRequest } from '#/core/log/request-scope.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import {
  answerChat,
  answerTemporaryChat,
  exportThread,
  exportThreadInput,
  resumeChat,
  stopGeneration,
  type ChatPage,
  type ChatServices,
} from '#/features/chat/index.server.ts'
import { AppError, statusByKind } from '#/lib/app-error.ts'
import { chatServices } from '../registry/chat-parts.server.ts'
import { verbContext } from './verb-context.server.ts'

type Received<Params> = { request: Request; params: Params }
type Call<Params> = {
  request: Request
  params: Params
  ctx: VerbContext
  services: ChatServices
  t: Translate
}

const translator = () => translateTo(currentRequest()?.language ?? defaultLanguage)

/** Runs one chat request and sends errors in the reader's language. */
function endpoint<Params = object>(handle: (call: Call<Params>) => Promise<Response>) {
  return async ({ request, params }: Received<Params>): Promise<Response> => {
    const t = translator()
    try {
      return await handle({
        request,
        params,
        ctx: await verbContext(request),
        services: await chatServices(),
        t,
      })
    } catch (error) {
      return errorResponse(error, t)
    }
  }
}

function errorResponse(error: unknown, t: Translate): Response {
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

/** Sends a message of the AI SDK's client to a stored conversation; responds with its UI message stream. */
export const sendToChat = (page: ChatPage) =>
  endpoint(async ({ request, ctx, services, t }) =>
    answerChat(ctx, services, { sent: await bodyOf(request), page, t }),
  )

/** The same for the temporary chat, which stores nothing. */
export const sendToTemporaryChat = endpoint(async ({ request, ctx, services, t }) =>
  answerTemporaryChat(ctx, services, { sent: await bodyOf(request), t }),
)

/** Streams the generation that runs in a thread, from its start; 204 when none runs. */
export const resumeStream = (page: ChatPage) =>
  endpoint<{ threadId: string }>(({ params, ctx, services, t }) =>
    resumeChat(ctx, services, { threadId: params.threadId, page, t }),
  )

/** Stops the generation in a thread, on any instance. */
export const stopStream = endpoint<{ threadId: string }>(async ({ params, ctx }) =>
  Response.json(await stopGeneration(ctx, { id: params.threadId })),
)

/** Sends a thread as a file: `?format=markdown` or `?format=json`. */
export const downloadThread = endpoint<{ threadId: string }>(({ request, params, ctx, t }) => {
  const format = new URL(request.url).searchParams.get('format')
  return exportThread(ctx, exportThreadInput.parse({ id: params.threadId, format }), t)
})
