import { setTimeout } from 'node:timers/promises'
import type { z } from 'zod'
import { accessErrorOf } from '#/access/access.ts'
import { anonymous, type Actor, type SignedInActor } from '#/access/actor.ts'
import { expectedError } from '#/db/outgoing-error.server.ts'
import { errorJson } from '#/http/error-json.server.ts'
import type { Db } from '#/db/database.server.ts'
import { clearLimit, consumeLimit } from '#/limits/limits.server.ts'
import { currentRequest } from '#/log/request-scope.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { findUnstorable } from '#/lib/safe-text.ts'
import type { AuthContext, AuthServices, HeldSessions, Next } from './auth-context.server.ts'
import { worksWithoutSession, type AuthEndpoint } from './auth-endpoint.server.ts'
import { authErrorResponse } from './auth-errors.server.ts'
import { BASE_PATH, inTransaction } from './auth-transaction.server.ts'
import { noInput } from './auth.schema.ts'
import { readCookies, type AuthCookies, type CookieKey } from './cookies.server.ts'
import { knownBrowser } from './known-browser.server.ts'
import { checkPageOwner } from './page-owner.server.ts'
import { preparePasswords } from './prepare-passwords.server.ts'
import { sessionHandle } from './session-handle.server.ts'
import { OWNER_PARAM } from './viewer.ts'
import { redirectTo } from '#/http/redirect.server.ts'
import { resolveRedirect } from '#/lib/safe-redirect.ts'

type OpenAuth = { endpoints: readonly AuthEndpoint[]; heldSessions: readonly HeldSessions[] }

/**
 * The only entry point to Better Auth: checks endpoint, access, input and limits, then runs the request in
 * one transaction with its audit entries and mails. No response body contains a session token: a `token`
 * field holds an opaque handle. Errors are `{code, message, requestId, field?, params?}` with the status of
 * their kind.
 */
export async function handleAuthRequest(
  services: AuthServices,
  { endpoints, heldSessions }: OpenAuth,
  request: Request,
): Promise<Response> {
  const url = new URL(request.url)
  const path = url.pathname.slice(BASE_PATH.length)
  const endpoint = endpoints.find((row) => row.path === path && row.method === request.method)
  if (!endpoint) return notOpen(endpoints, path)
  try {
    const key = { secret: services.secret, appUrl: url.origin }
    const sent = readCookies(request.headers.get('cookie'), key)
    const { actor: sender, viewer } = await services.identify(sent)
    checkPageOwner(request, sender)
    url.searchParams.delete(OWNER_PARAM)
    // The library checks for a ban only at sign-in and would accept the session of a banned user.
    const cookies = sender.kind === 'user' ? withFixedEnd(sent, sender) : sent.with('session', undefined)
    const actor = checkAccess(endpoint, sender)
    const sentQuery = parseInput(endpoint.query ?? noInput, Object.fromEntries(url.searchParams), 'query')
    const sentBody = endpoint.body ? parseInput(endpoint.body, await readBody(request, endpoint), 'body') : {}
    const query = withResolvedRedirects(sentQuery, url.origin)
    const body = withResolvedRedirects(sentBody, url.origin)
    const account = typeof body.email === 'string' ? `auth${path}:account:${body.email}` : undefined
    const counted =
      account && (await accountCounter(services.db, endpoint, { account, body, cookies: sent, key }))
    await countAttempt(services.db, endpoint, { account: counted, sender })
    const earliest = endpoint.answerAfterMs && setTimeout(endpoint.answerAfterMs)
    const lockKey = endpoint.serializedPerAccount ? account : undefined
    const passwords = await preparePasswords(services.db, { fields: endpoint.passwords, actor, body })
    const { rule } = endpoint
    const context: AuthContext = {
      services,
      request,
      rule,
      actor,
      isRefreshDue: viewer?.refreshDue ?? true,
      cookies,
      key,
      path,
      query,
      body,
      lockKey,
      passwords,
      carried: {},
      heldSessions,
    }
    const next: Next = (changes) => inTransaction(endpoint, { ...context, ...changes })
    const response = await (endpoint.middleware ? endpoint.middleware(context, next) : next())
    if (counted && endpoint.perAccount?.isOfGuesses && response.ok) await clearLimit(services.db, counted)
    await earliest
    return await withoutTokens(key, response)
  } catch (error) {
    const known = expectedError(error)
    // A page of ours is told in our form.
    return known && endpoint.refusal && !url.searchParams.has(OWNER_PARAM)
      ? endpoint.refusal(known, request)
      : authErrorResponse(services.log, error)
  }
}

/** The library refreshes no session that ends with the browser, and an impersonation is never refreshed. */
const withFixedEnd = (cookies: AuthCookies, { impersonatedBy }: SignedInActor) =>
  impersonatedBy === null ? cookies : cookies.with('endsWithBrowser', 'true')

function notOpen(endpoints: readonly AuthEndpoint[], path: string): Response {
  const allowed = endpoints.filter((row) => row.path === path).map((row) => row.method)
  if (allowed.length > 0)
    return errorJson({ status: 405, code: 'errors:notFound' }, { allow: allowed.join(', ') })
  return errorJson({ status: 404, code: 'errors:notFound' })
}

function checkAccess(endpoint: AuthEndpoint, sender: Actor): Actor {
  const { rule, before } = endpoint
  if (worksWithoutSession(endpoint)) return before ? sender : anonymous
  // The hook checks the rule itself, after cases for which it has a more specific error.
  const refusal = accessErrorOf(sender, before ? { action: rule.action, allow: ['user'] } : rule)
  if (refusal) throw refusal
  return sender
}

async function readBody(request: Request, { isForm }: AuthEndpoint): Promise<unknown> {
  const text = await request.text()
  if (text === '') return {}
  // A form on another site can send text that parses as JSON, but not with this content type.
  const [type] = (request.headers.get('content-type') ?? '').toLowerCase().split(';')
  if (type?.trim() !== (isForm ? 'application/x-www-form-urlencoded' : 'application/json'))
    throw new AppError('invalid', 'errors:malformed', { field: 'content-type' })
  if (isForm) return readForm(new URLSearchParams(text))
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('invalid', 'errors:malformed', { field: 'body' })
  }
}

/** OAuth allows no parameter twice. */
function readForm(form: URLSearchParams): Record<string, string> {
  for (const field of form.keys())
    if (form.getAll(field).length > 1) throw new AppError('invalid', 'errors:invalid', { field })
  return Object.fromEntries(form)
}

function parseInput<T>(schema: z.ZodType<T>, input: unknown, name: string): T {
  const unstorable = findUnstorable(input, name)
  if (unstorable) throw new AppError('invalid', unstorable.code, { field: unstorable.field })
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const unknownField =
    issue?.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]].join('.') : undefined
  const code = issue && /^[\w-]+:[\w.]+$/.test(issue.message) ? issue.message : 'errors:invalid'
  throw new AppError('invalid', code, { field: unknownField ?? (issue?.path.join('.') || name) })
}

type Attempted = Pick<AuthContext, 'body' | 'cookies' | 'key'> & { account: string }

/** The counter of guesses at an account: strangers share one, a browser known to the account has its own. */
async function accountCounter(
  db: Db,
  { perAccount }: AuthEndpoint,
  { account, body, cookies, key }: Attempted,
): Promise<string> {
  if (!perAccount?.isOfGuesses) return account
  const browser = await knownBrowser(db, { email: String(body.email), cookies, key })
  return browser === undefined ? account : `${account}:browser:${browser}`
}

type Attempt = { account: string | undefined; sender: Actor }

async function countAttempt(db: Db, endpoint: AuthEndpoint, { account, sender }: Attempt): Promise<void> {
  const address = currentRequest()?.clientAddress ?? 'unknown'
  const who = sender.kind === 'user' ? `user:${sender.userId}` : `address:${address}`
  if (endpoint.perUser) await consumeLimit(db, `auth${endpoint.path}:${who}`, endpoint.perUser)
  if (endpoint.perAddress)
    await consumeLimit(db, `auth${endpoint.path}:address:${address}`, endpoint.perAddress)
  if (endpoint.perAccount && account) await consumeLimit(db, account, endpoint.perAccount)
}

async function withoutTokens({ secret, appUrl }: CookieKey, response: Response): Promise<Response> {
  const headers = new Headers(response.headers)
  headers.set('cache-control', 'no-store')
  const location = headers.get('location')
  // Other responses with a location name it in their body too: the start of a provider's authorization.
  if (location !== null && response.status >= 300 && response.status < 400)
    return redirectTo(location, { origin: appUrl, headers, otherwise: '/login' })
  if (!headers.get('content-type')?.includes('json'))
    return new Response(response.body, { status: response.status, headers })
  const text = await response.text()
  // A redirect has a JSON content type and an empty body.
  return new Response(text === '' ? null : JSON.stringify(maskTokens(secret, JSON.parse(text))), {
    status: response.status,
    headers,
  })
}

function maskTokens(secret: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => maskTokens(secret, item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === 'token' && typeof item === 'string' ? sessionHandle(secret, item) : maskTokens(secret, item),
    ]),
  )
}

const redirectFields = ['callbackURL', 'redirectTo', 'errorCallbackURL', 'newUserCallbackURL']

/**
 * Returns the input with every redirect target as `resolveRedirect` resolves it, so that Better Auth gets no
 * other, and without an `error` of its own, which would make a success look like a failure. Throws AppError
 * invalid, with the field, for one that leads elsewhere.
 */
function withResolvedRedirects<Input extends Record<string, unknown>>(input: Input, origin: string): Input {
  const resolved: Record<string, string> = {}
  for (const field of redirectFields) {
    if (input[field] === undefined) continue
    const path = resolveRedirect(input[field], origin)
    if (path === undefined) throw new AppError('invalid', 'errors:invalid', { field })
    resolved[field] = withoutError(path, origin)
  }
  return { ...input, ...resolved }
}

function withoutError(path: string, origin: string): string {
  const { pathname, searchParams, hash } = new URL(path, origin)
  if (!searchParams.has('error')) return path
  searchParams.delete('error')
  return `${pathname}${searchParams.size > 0 ? `?${searchParams}` : ''}${hash}`
}
