import { redirectTo, translateTo } from '@plinth/core/server'
import { AppError } from '@plinth/core/verb/server'
import type { TranslationKey } from '@plinth/core/texts'
import { CONSENT_PAGE } from './addresses.server.ts'

type Told = {
  status: number
  error: string
  description?: string
  field?: string
  retryAfterSeconds?: number
}

/** An error as RFC 6749 says. `error_description` is for developers and so in English. */
export const oauthError = ({ status, error, description, field, retryAfterSeconds }: Told): Response =>
  Response.json(
    {
      error,
      ...(description !== undefined && { error_description: description }),
      ...(field !== undefined && { field }),
    },
    {
      status,
      headers: {
        'cache-control': 'no-store',
        ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
      },
    },
  )

/** What a program is told of a refused request to a token, revocation or registration endpoint. */
export const programRefusal = (error: AppError): Response => oauthError(toldOf(error))

/** The same for the authorization endpoint, where a browser gets a page. */
export const browserRefusal = (error: AppError, request: Request): Response => {
  const told = toldOf(error)
  return isForBrowser(request) ? toErrorPage(told.error, request) : oauthError(told)
}

export const isForBrowser = ({ headers }: Request): boolean =>
  headers.get('accept')?.includes('text/html') === true

/** Where a user reads why an app can't be connected, and what to do. */
export const toErrorPage = (error: string, { url }: Request): Response =>
  redirectTo(`${CONSENT_PAGE}?${new URLSearchParams({ error })}`, { origin: new URL(url).origin })

function toldOf({ kind, code, params: { field, retryAfterSeconds, ...params } }: AppError): Told {
  const text = translateTo('en')(code as TranslationKey, params)
  const description = field === undefined ? text : `${field}: ${text}`
  if (kind === 'limit' || kind === 'unavailable') {
    const status = kind === 'limit' ? 429 : 503
    return { status, error: 'temporarily_unavailable', description, retryAfterSeconds }
  }
  if (kind === 'unauthenticated' || kind === 'forbidden')
    return { status: 403, error: 'access_denied', description }
  // The connection ended while its code was exchanged.
  if (kind === 'conflict') return { status: 400, error: 'invalid_grant', description }
  return { status: kind === 'too_large' ? 413 : 400, error: errorOfField(field ?? ''), description, field }
}

function errorOfField(field: string): string {
  if (field === 'resource') return 'invalid_target'
  if (field === 'grant_type') return 'unsupported_grant_type'
  if (field.startsWith('redirect_uris')) return 'invalid_redirect_uri'
  if (field === 'client_name' || field === 'client_id.document') return 'invalid_client_metadata'
  return 'invalid_request'
}
