import { cutAgent } from '#/auth/security/describe-agent.ts'
import { holdsTooManyValues, readBody } from '#/http/read-body.server.ts'
import type { RequestScope } from '#/log/request-scope.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { getServices } from './services.server.ts'

const BODY_MAX_BYTES = 1_048_576

/**
 * Returns the request at this address of the application, whatever its Host and the name in an accepted
 * Origin say, with its body read unless it is an upload. Throws an AppError for a body that is too large.
 */
export async function atOwnAddress(request: Request, scope: RequestScope, address: URL): Promise<Request> {
  const upload = request.method === 'POST' && isUpload(request, scope) ? request.body : null
  const body =
    !['GET', 'HEAD'].includes(request.method) && !upload
      ? await readBody(request, await bodyMaxBytes(request, scope.bodyMaxBytes))
      : undefined
  if (body && holdsTooManyValues(body)) throw new AppError('too_large', 'errors:tooLarge')
  const headers = new Headers(request.headers)
  headers.delete('transfer-encoding')
  // The only header of a client that is stored as it came.
  const agent = headers.get('user-agent')
  if (agent !== null) headers.set('user-agent', cutAgent(agent))
  if (scope.method !== 'GET' && headers.has('origin')) headers.set('origin', address.origin)
  // Pages don't render for HEAD, so it is handled like GET, and the handler drops the body.
  const method = request.method === 'HEAD' && scope.isPage ? 'GET' : request.method
  const { signal } = request
  return new Request(address, {
    method,
    headers,
    body: body ?? upload,
    duplex: 'half',
    signal,
  } as RequestInit)
}

/** Uploads are streamed and checked by their procedure. */
const isUpload = (request: Request, { route }: RequestScope) =>
  route === '/api/trpc/$' &&
  request.headers.get('content-type')?.toLowerCase().startsWith('multipart/form-data') === true

/**
 * The body limit of a request. Some routes accept more, from signed-in users only. The session is read for
 * this alone: it may end while the body arrives.
 */
async function bodyMaxBytes(request: Request, larger: number | undefined): Promise<number> {
  if (larger === undefined) return BODY_MAX_BYTES
  const { signedIn } = await getServices()
  const { actor } = await signedIn(request.headers)
  return actor.kind === 'anonymous' ? BODY_MAX_BYTES : larger
}
