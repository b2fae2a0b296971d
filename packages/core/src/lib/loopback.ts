/**
 * Whether a host name or address is loopback: `localhost`, 127.0.0.0/8, ::1 (also in brackets and
 * IPv4-mapped).
 */
export function isLoopbackHost(host: string): boolean {
  const bare = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/^::ffff:/, '')
  if (bare === 'localhost' || bare === '::1') return true
  const octets = /^127\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(bare)
  return octets !== null && octets.slice(1).every((octet) => Number(octet) <= 255)
}

/** The host name of a `Host` header value without its port; empty for a missing or malformed one. */
export function hostNameOf(hostHeader: string | null | undefined): string {
  const match = /^(\[[0-9a-f:.]+\]|[^:\s/@]+)(?::\d{1,5})?$/i.exec(hostHeader ?? '')
  return match?.[1] ?? ''
}
