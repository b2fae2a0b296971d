import { jsonError } from '#/core/http/data-answer.server.ts'
import { currentRequest } from '#/core/log/request-scope.server.ts'
import { downloadExport } from '#/features/account/index.server.ts'
import { AppError, statusByKind } from '#/lib/app-error.ts'
import { verbContext } from './verb-context.server.ts'

type Asked = { request: Request; params: { exportId: string } }

/** Sends a data export as a file to the user whose data it holds; 404 for everybody else. */
export async function sendExport({ request, params }: Asked): Promise<Response> {
  try {
    const { bytes, name } = await downloadExport(await verbContext(request), { id: params.exportId })
    return new Response(bytes, {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${name}"`,
        'content-length': String(bytes.length),
        'cache-control': 'no-store',
      },
    })
  } catch (error) {
    if (error instanceof AppError)
      return jsonError({ status: statusByKind[error.kind], code: error.code }, currentRequest()?.id ?? '')
    throw error
  }
}
