type PolicySources = { scripts: readonly string[]; development: boolean }

/** The Content-Security-Policy of a page. Scripts need a nonce or hash; libraries need inline styles. */
export function contentSecurityPolicy({ scripts, development }: PolicySources): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${scripts.join(' ')}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // The development server reloads over a web socket.
    development ? "connect-src 'self' ws:" : "connect-src 'self'",
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}

const policyOfData = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** The headers of every response. `secure` is true for a site served over https. */
export function commonHeaders(secure: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    ...(secure ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  }
}

/** Adds missing headers to a response in place. Overwrites those that keep a secret in the URL. */
export function completeHeaders(
  headers: Headers,
  options: { hasSecretUrl: true | undefined; policy: string; common: Record<string, string> },
): void {
  for (const [name, value] of Object.entries(options.common)) if (!headers.has(name)) headers.set(name, value)
  if (options.hasSecretUrl) {
    headers.set('referrer-policy', 'no-referrer')
    headers.set('x-robots-tag', 'noindex')
  }
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false
  if (!headers.has('content-security-policy'))
    headers.set('content-security-policy', isPage ? options.policy : policyOfData)
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
}
