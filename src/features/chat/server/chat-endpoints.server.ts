import type { EndpointCall } from '@plinth/core/feature/server'
import { download, openStream, withStream } from '@plinth/core/live/server'
import { AppError } from '@plinth/core/verb/server'
import { chatsAccess } from '../chat.access.ts'
import type { ChatPage } from '../chat-pages.ts'
import { exportThreadInput } from '../chat.schema.ts'
import { exportThread } from './export/export-thread.server.ts'
import { answerChat, resumeChat } from './generation/serve-stream.server.ts'
import { stopGeneration } from './generation/stop-generation.server.ts'
import { openChatServices } from './open-chat-services.server.ts'
import { answerTemporaryChat } from './temporary-chat.server.ts'

type OfThread = EndpointCall<{ threadId: string }>

const servicesOf = ({ application, installed }: Pick<EndpointCall, 'application' | 'installed'>) =>
  openChatServices(application, installed)

async function bodyOf(request: Request): Promise<unknown> {
  try {
    return await request.json()
  } catch {
    throw new AppError('invalid', 'errors:malformed', { field: 'body' })
  }
}

/** Sends a message of the AI SDK's client to a stored conversation; responds with its UI message stream. */
export const sendToChat = async (call: EndpointCall, page: ChatPage): Promise<Response> =>
  answerChat(call.ctx, await servicesOf(call), { sent: await bodyOf(call.request), page, t: call.t })

/** The same for the temporary chat, which stores nothing. */
export const sendToTemporaryChat = async (call: EndpointCall): Promise<Response> =>
  answerTemporaryChat(call.ctx, await servicesOf(call), { sent: await bodyOf(call.request), t: call.t })

/** Streams the generation that runs in a thread, from its start; 204 when none runs. */
export const resumeStream = async (call: OfThread, page: ChatPage): Promise<Response> =>
  resumeChat(call.ctx, await servicesOf(call), { threadId: call.params.threadId, page, t: call.t })

/** Stops the generation in a thread, on any instance. */
export const stopStream = async ({ ctx, params }: OfThread): Promise<Response> =>
  Response.json(await stopGeneration(ctx, { id: params.threadId }))

/** Sends a thread as a file: `?format=markdown` or `?format=json`. */
export async function downloadThread({ request, params, ctx, t, installed }: OfThread): Promise<Response> {
  const format = new URL(request.url).searchParams.get('format')
  const input = exportThreadInput.parse({ id: params.threadId, format })
  return withStream(openStream(ctx, chatsAccess.export, { outlastsStop: true }), async (stream) =>
    download(stream, await exportThread(ctx, input, { t, tools: (await installed.chat()).tools })),
  )
}
