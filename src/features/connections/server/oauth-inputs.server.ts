import { z } from 'zod'
import { isLoopbackHost, requiredText } from '@plinth/core/schema'

const NAME_MAX_LENGTH = 60
const URI_MAX_LENGTH = 400
const REDIRECTS_MAX = 10

/** What apps send, within bounds. What is not listed is ignored, as OAuth says. */
const text = (max: number) => z.string().min(1, 'errors:required').max(max, 'errors:tooLong')
const token = text(200)
/** What an app was given, or the URL of a document about it. */
const clientId = text(URI_MAX_LENGTH)

/** Schemes of browsers and operating systems, which start something else than the app that has asked. */
const reservedSchemes = new Set([
  ...['javascript:', 'vbscript:', 'data:', 'blob:', 'file:', 'filesystem:', 'about:', 'view-source:'],
  ...['resource:', 'jar:', 'ftp:', 'ws:', 'wss:', 'mailto:', 'tel:', 'sms:', 'callto:', 'ldap:', 'ldaps:'],
  ...['smb:', 'ssh:', 'telnet:', 'shell:', 'search:', 'intent:', 'content:', 'android-app:'],
  ...['chrome:', 'edge:', 'itms:', 'read:'],
  // A browser opens the site that follows.
  ...['firefox:', 'brave:', 'opera:', 'vivaldi:', 'googlechrome:', 'googlechromes:'],
])
const isOfSystem =
  /^(?:ms|microsoft|search|chrome|googlechrome|edge|moz|firefox|safari|x-safari|x-apple|itms)-/
/** An address within another: many apps open it in a browser, with the code. */
const hasAddress = /https?(?::|%3a)|(?:\/|%2f){2}/i

/** An app on the user's device by a scheme of its own, such as `cursor://callback` (RFC 8252, 7.1). */
const isPrivateUse = ({ protocol, href }: URL) =>
  !/^https?:$/.test(protocol) &&
  !reservedSchemes.has(protocol) &&
  !isOfSystem.test(protocol) &&
  !hasAddress.test(href.slice(protocol.length + 2))

/** Whether a redirect stays on the user's device. */
export const isOnDevice = (url: URL): boolean => isLoopbackHost(url.hostname) || isPrivateUse(url)

/** How users are told where a redirect leads: the host, or an app's scheme with the name that follows. */
export function hostOf(url: URL): string {
  if (!isPrivateUse(url)) return url.host
  return url.host === '' ? url.protocol : `${url.protocol}//${url.host}`
}

function isRedirectUri(uri: string): boolean {
  const url = URL.parse(uri)
  if (!url || !/^[!-~]+$/.test(uri) || uri.includes('#') || url.username !== '' || url.password !== '')
    return false
  return (
    url.protocol === 'https:' || (url.protocol === 'http:' ? isLoopbackHost(url.hostname) : isPrivateUse(url))
  )
}

/** A URL of a site, or of an app on the user's own device. */
const redirectUri = text(URI_MAX_LENGTH).refine(isRedirectUri, 'errors:invalid')

/** Stricter than other short texts, because users trust an app by its name. */
const clientName = requiredText(NAME_MAX_LENGTH).refine(
  (name) => !/[\p{C}\p{DI}\u2800]|\p{M}{3}/u.test(name),
  'errors:invalidText',
)

export const registerBody = z.object({
  client_name: clientName.optional(),
  // Some apps name addresses for other servers too: those that are no redirects here are left out.
  redirect_uris: z
    .array(z.string())
    .min(1, 'errors:required')
    .transform((uris) => uris.filter((uri) => redirectUri.safeParse(uri).success))
    .pipe(z.array(z.string()).min(1, 'errors:invalid').max(REDIRECTS_MAX, 'errors:tooLong')),
})

export const authorizeQuery = z.object({
  response_type: z.literal('code'),
  client_id: clientId,
  redirect_uri: redirectUri,
  scope: z.string().max(1_200).optional(),
  state: z.string().max(500).optional(),
  code_challenge: z.string().regex(/^[\w-]{43}$/),
  code_challenge_method: z.literal('S256'),
  resource: text(URI_MAX_LENGTH),
})

const resource = text(URI_MAX_LENGTH).optional()

export const tokenBody = z.discriminatedUnion('grant_type', [
  z.object({
    grant_type: z.literal('authorization_code'),
    client_id: clientId,
    code: token,
    code_verifier: token,
    redirect_uri: redirectUri,
    resource,
  }),
  z.object({
    grant_type: z.literal('refresh_token'),
    client_id: clientId,
    refresh_token: token,
    // A scope is ignored: with fewer than granted the library would give a token outside the family.
    resource,
  }),
])

export const revokeBody = z.object({
  client_id: clientId,
  token,
  token_type_hint: z.enum(['access_token', 'refresh_token']).optional(),
})

export type TokenBody = z.output<typeof tokenBody>
export type RevokeBody = z.output<typeof revokeBody>
