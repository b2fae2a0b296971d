import { authorize } from '#/core/access/access.ts'
import { jsonError } from '#/core/http/data-answer.server.ts'
import { currentRequest } from '#/core/log/request-scope.server.ts'
import { download, onlyOne } from '#/core/realtime/download.server.ts'
import { openStream, withStream } from '#/core/realtime/stream.server.ts'
import { accountAccess } from '#/features/account/index.ts'
import { downloadExport } from '#/features/account/index.server.ts'
import { AppError, statusByKind } from '#/lib/app-error.ts'
import { verbContext } from './verb-context.server.ts'

type Asked = { request: Request; params: { exportId: string } }

/**
 * Sends a data export as a file to the user whose data it holds, one download at a time; 404 for everybody
 * else.
 */
export async function sendExport({ request, params }: Asked): Promise<Response> {
  try {
    const ctx = await verbContext(request)
    const { userId } = authorize(ctx.actor, accountAccess.export)
    return await withStream(openStream(ctx, accountAccess.export, { outlastsStop: true }), async (stream) => {
      onlyOne(stream, `account.export:${userId}`)
      const { stored, name } = await downloadExport(ctx, { id: params.exportId })
      const { sizeBytes } = stored
      return download(stream, { name, type: 'application/zip', sizeBytes, chunks: stored.stream() })
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { retryAfterSeconds } = error.params
    const headers = retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : undefined
    const answer = { status: statusByKind[error.kind], code: error.code }
    return jsonError(answer, currentRequest()?.id ?? '', headers)
  }
}
