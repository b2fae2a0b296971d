import { currentRequest } from '#/log/request-scope.server.ts'
import { checkPageOwner } from '#/auth/page-owner.server.ts'
import type { SignedIn } from '#/auth/session.server.ts'
import type { VerbContext } from '#/trpc/context.server.ts'
import { getServices } from './services.server.ts'

const known = new WeakMap<object, Promise<SignedIn>>()

/**
 * Returns the session of the current request, read once per request. Throws AppError unavailable when the
 * database is down.
 */
export async function signedInOf(headers: Headers): Promise<SignedIn> {
  const { signedIn } = await getServices()
  const scope = currentRequest()
  if (!scope) return signedIn(headers)
  let answer = known.get(scope)
  if (!answer) known.set(scope, (answer = signedIn(headers)))
  return answer
}

/**
 * Creates the context of verbs that are called for this request; contexts are created nowhere else. Throws
 * AppError for a write from a page that was rendered for another user or workspace.
 */
export async function verbContext(request: Request): Promise<VerbContext> {
  const services = await getServices()
  const { db, log, storage, live, models } = services
  const { actor } = await signedInOf(request.headers)
  checkPageOwner(request, actor)
  const actorNow = () => services.actorNow(request.headers)
  return { db, log, storage, embedding: models.embedding, live, actor, actorNow, signal: request.signal }
}
