import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { HOUR } from '@plinth/core/auth/server'
import type { Db } from '@plinth/core/database/server'
import { getEnv, readStart, requestPublic } from '@plinth/core/server'
import { type LimitRule, createId, isLoopbackHost } from '@plinth/core/schema'
import { AppError, consumeLimit } from '@plinth/core/verb/server'
import { oauthClient } from './oauth-client.table.server.ts'
import { registerBody } from './oauth-inputs.server.ts'

const TIMEOUT_MS = 5_000
const MAX_BYTES = 65_536
/** How long a document is used, whatever its Cache-Control asks for; an hour if it doesn't. */
const FRESH_SECONDS = { min: 60, usual: 3_600, max: 86_400 }
const READS_PER_USER: LimitRule = { max: 30, windowSeconds: HOUR }

const document = registerBody.extend({
  client_id: z.string(),
  token_endpoint_auth_method: z.literal('none').optional(),
})

/**
 * The host of the document about itself by whose URL an app names itself; undefined for an app with an id
 * that it was given. In local mode the document may be on this machine.
 */
export function documentHostOf(clientId: string): string | undefined {
  const url = URL.parse(clientId)
  // Written as browsers write it, and so without dots as steps of the path.
  if (url?.href !== clientId || url.pathname === '/') return undefined
  if (url.hash !== '' || url.username !== '' || url.password !== '') return undefined
  const isOwn = url.protocol === 'http:' && isLoopbackHost(url.hostname) && getEnv().isLocal
  return url.protocol === 'https:' || isOwn ? url.host : undefined
}

type Asking = { clientId: string; userId: string; signal: AbortSignal }

/**
 * Registers an app as its document says, which is read again when its Cache-Control says so. Throws limit,
 * and invalid (`connections:issue.document`) for a document that is not there, too large, or not about this
 * app.
 */
export async function registerByDocument(db: Db, { clientId, userId, signal }: Asking): Promise<void> {
  const [known] = await db
    .select({ isFresh: sql<boolean>`${oauthClient.updatedAt} > now()` })
    .from(oauthClient)
    .where(eq(oauthClient.clientId, clientId))
  if (known?.isFresh) return
  await consumeLimit(db, `connections:document:${userId}`, READS_PER_USER)
  const { described: said, freshSeconds } = await readDocument(clientId, signal)
  const described = {
    name: said.client_name ?? new URL(clientId).host,
    redirectUris: said.redirect_uris,
    updatedAt: sql`now() + make_interval(secs => ${freshSeconds})`,
    // As an app that registers itself.
    applicationType: 'native',
    tokenEndpointAuthMethod: 'none',
    grantTypes: ['authorization_code', 'refresh_token'],
    responseTypes: ['code'],
    clientCredentialsScopes: [],
  }
  await db
    .insert(oauthClient)
    .values({ id: createId(), clientId, createdAt: sql`now()`, ...described })
    .onConflictDoUpdate({ target: oauthClient.clientId, set: described })
}

type Read = { described: z.output<typeof document>; freshSeconds: number }

async function readDocument(url: string, signal: AbortSignal): Promise<Read> {
  const fetched = await fetchText(url, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])).catch(
    () => undefined,
  )
  const parsed = document.safeParse(fetched && parsedJson(fetched.text))
  if (!fetched || !parsed.success || parsed.data.client_id !== url)
    throw new AppError('invalid', 'connections:issue.document', { field: 'client_id.document' })
  return { described: parsed.data, freshSeconds: freshSecondsOf(fetched.cacheControl) }
}

/** Undefined for another answer than a JSON document of that size. */
async function fetchText(url: string, signal: AbortSignal) {
  const sent = { method: 'GET', headers: { accept: 'application/json' }, signal } as const
  const response = await requestPublic(url, sent, { allowsLoopback: getEnv().isLocal })
  const { 'content-type': type = '', 'cache-control': cacheControl = '' } = response.headers
  const chunks: Buffer[] = []
  const isJson = /^application\/([\w.+-]+\+)?json\b/i.test(type)
  if (response.statusCode !== 200 || !isJson) response.destroy()
  else await readStart(response, { chunks, maxBytes: MAX_BYTES + 1 })
  const bytes = Buffer.concat(chunks)
  return bytes.length === 0 || bytes.length > MAX_BYTES ? undefined : { text: bytes.toString(), cacheControl }
}

function freshSecondsOf(cacheControl: string): number {
  const { min, usual, max } = FRESH_SECONDS
  const directives = cacheControl
    .toLowerCase()
    .split(',')
    .map((directive) => directive.trim())
  if (directives.includes('no-store') || directives.includes('no-cache')) return min
  const maxAge = directives.find((directive) => /^max-age=\d+$/.test(directive))
  return maxAge === undefined ? usual : Math.min(max, Math.max(min, Number(maxAge.slice('max-age='.length))))
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
