import { serverFunctionRefusal, type Refusal } from './server-function-call.server.ts'

/** The error of an API as JSON: a translation key and the id to quote. */
export function jsonRefusal(
  { status, code }: Refusal,
  requestId: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ code, requestId }, { status, headers })
}

/**
 * Makes the answer of a path that programs ask readable for them: where no handler was found the framework
 * answers with a page or 406, and what a server function threw it sends with its message. The answer of a
 * handler of ours passes unchanged.
 */
export async function asDataAnswer(
  response: Response,
  { path, requestId }: { path: string; requestId: string },
): Promise<Response> {
  const refusal = path.startsWith('/_serverFn/')
    ? await serverFunctionRefusal(response)
    : missingHandler(response)
  if (!refusal) return response
  void response.body?.cancel()
  const allow = response.headers.get('allow') ?? (refusal.status === 405 ? 'GET, HEAD' : undefined)
  return jsonRefusal(refusal, requestId, allow ? { allow } : {})
}

function missingHandler({ status, headers }: Response): Refusal | undefined {
  if (status !== 406 && !headers.get('content-type')?.startsWith('text/html')) return undefined
  // The path exists, for another method: the page router took it for a page without content.
  return status === 200 ? { status: 405, code: 'errors:malformed' } : { status: 404, code: 'errors:notFound' }
}
