import type { AnyTRPCRouter } from '@trpc/server'
import type { SignedInActor } from '@plinth/core/access'
import type { TokenHolder, Tokens } from '@plinth/core/auth/server'
import { type Db, databaseFailure } from '@plinth/core/database/server'
import type { Application } from '@plinth/core/feature/server'
import type { LimitRule } from '@plinth/core/schema'
import { AppError, type VerbContext, consumeLimit, countForPlan } from '@plinth/core/verb/server'
import { currentRequest } from '@plinth/core/server'
import { actionsOf, operations } from './operations.server.ts'

export const TOKEN_LIMIT: LimitRule = { max: 120, windowSeconds: 60 }
const USER_LIMIT: LimitRule = { max: 600, windowSeconds: 60 }
const WRONG_TOKEN_LIMIT: LimitRule = { max: 30, windowSeconds: 60 }

export type TokenContext = {
  ctx: VerbContext
  actor: SignedInActor
  scopes: readonly string[]
  /** The headers that say how many requests are left. */
  limitHeaders: Record<string, string>
}

type Asked = {
  request: Request
  application: () => Promise<Application>
  router: AnyTRPCRouter
  /** The kinds of tokens that are accepted. */
  accepted: readonly Tokens[]
  /** The path that tokens must be for. */
  path: string
}

/**
 * Returns the context of the token in the Authorization header, after it has counted the request. Cookies
 * are not read. Throws AppError unauthenticated without a valid token, forbidden for a page of another
 * origin, and limit.
 */
export async function tokenContext({
  request,
  application,
  router,
  accepted,
  path,
}: Asked): Promise<TokenContext> {
  const { db, log, storage, live, models, env } = await application()
  const origin = request.headers.get('origin')
  if (origin !== null && origin !== env.APP_URL) throw new AppError('forbidden', 'errors:crossSite')
  const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  if (token === undefined) throw new AppError('unauthenticated', 'api:errors.keyMissing')
  const audience = `${env.APP_URL}${path}`
  const found = await readHolder(db, { token, audience, accepted })
  if (!found) {
    const address = currentRequest()?.clientAddress ?? ''
    await consumeLimit(db, `api:wrong-key:address:${address}`, WRONG_TOKEN_LIMIT)
    throw new AppError('unauthenticated', 'api:errors.keyInvalid')
  }
  const { holder, kind } = found
  const actorOf = ({
    userId,
    emailVerified,
    workspace,
    token: signer,
    scopes,
  }: TokenHolder): SignedInActor => ({
    kind: 'user',
    userId,
    sessionId: signer.id,
    token: { ...signer, actions: actionsOf(operations(router), scopes) },
    role: 'user',
    emailVerified,
    workspace,
    impersonatedBy: null,
  })
  const actor = actorOf(holder)
  await consumeLimit(db, `api:user:${actor.userId}`, USER_LIMIT)
  const counted = await consumeLimit(db, `api:${holder.token.kind}:${holder.token.id}`, TOKEN_LIMIT)
  await countForPlan(db, actor, 'apiCalls')
  if (holder.isUseDue) await kind.recordUse(db, holder.token.id)
  const actorNow = async () => {
    const now = await readHolder(db, { token, audience, accepted: [kind] })
    if (!now) throw new AppError('unauthenticated', 'api:errors.keyInvalid')
    return actorOf(now.holder)
  }
  const { signal } = request
  return {
    ctx: { db, actor, log, storage, embedding: models.embedding, live, actorNow, signal },
    actor,
    scopes: holder.scopes,
    limitHeaders: {
      'ratelimit-policy': `"key";q=${TOKEN_LIMIT.max};w=${TOKEN_LIMIT.windowSeconds}`,
      ratelimit: `"key";r=${Math.max(0, TOKEN_LIMIT.max - counted.count)};t=${counted.waitSeconds}`,
    },
  }
}

async function readHolder(
  db: Db,
  { token, audience, accepted }: { token: string; audience: string; accepted: readonly Tokens[] },
): Promise<{ holder: TokenHolder; kind: Tokens } | undefined> {
  try {
    for (const kind of accepted) {
      const holder = await kind.read(db, token, audience)
      if (holder) return { holder, kind }
    }
    return undefined
  } catch (error) {
    throw databaseFailure(error) ?? error
  }
}
