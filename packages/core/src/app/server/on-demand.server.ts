// Parts that are loaded with the first request that needs them.
import type { VerbContext } from '#/trpc/context.server.ts'
import type { TextsFiles } from './texts-files.server.ts'

/** Answers a request to Better Auth. Sessions are read without it. */
export const answerAuthRequest = async (request: Request): Promise<Response> =>
  (await import('./auth-requests.server.ts')).answerAuthRequest(request)

/** Answers calls of procedures. */
export const answerTrpcRequest = async (request: Request): Promise<Response> =>
  (await import('./trpc-requests.server.ts')).answerTrpcRequest(request)

/** The procedures of core and of every installed feature. */
export const appRouter = async () => (await import('../registry/router.server.ts')).makeAppRouter()

/** Sends the attachment that the path names. */
export const sendAttachment = async (ctx: VerbContext, { fileId }: { fileId: string }): Promise<Response> =>
  (await import('#/attachments/read-attachment.server.ts')).sendAttachment(ctx, { id: fileId })

/** Writes the files of translations into the build of the client. */
export const writeTextsFiles = async (folder: string, files: TextsFiles): Promise<void> =>
  (await import('./texts-files.server.ts')).writeTextsFiles(folder, files)
