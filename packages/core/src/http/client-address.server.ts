import { BlockList, isIP } from 'node:net'

export type AddressReader = (socketAddress: string | undefined, forwardedFor: string | null) => string

/**
 * Creates a function that returns a request's client address: the socket's, or behind a trusted proxy the
 * last address in its CLIENT_ADDRESS_HEADER that is no trusted proxy. Entries are addresses or CIDR ranges;
 * throws for anything else. IPv6 clients count by their /64, because one subscriber owns all of it.
 */
export function createAddressReader(trustedProxies: readonly string[]): AddressReader {
  const trusted = new BlockList()
  for (const entry of trustedProxies) addEntry(trusted, entry)
  const isTrusted = (address: string) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

  return (socketAddress, forwardedFor) => {
    const direct = plain(socketAddress ?? '')
    if (!direct || !isTrusted(direct)) return grouped(direct || '0.0.0.0')
    const hops = (forwardedFor ?? '').split(',').map((hop) => plain(hop.trim()))
    for (const hop of hops.toReversed()) {
      if (!hop) break
      if (!isTrusted(hop)) return grouped(hop)
    }
    return grouped(direct)
  }
}

/** Whether an entry of TRUSTED_PROXIES is valid: an address, or a range such as 10.0.0.0/8. */
export function isAddressOrRange(entry: string): boolean {
  return parseEntry(entry) !== undefined
}

function addEntry(list: BlockList, entry: string): void {
  const parsed = parseEntry(entry)
  if (!parsed) throw new Error(`"${entry}" is neither an address nor a range`)
  list.addSubnet(parsed.address, parsed.bits, parsed.family)
}

function parseEntry(entry: string): { address: string; bits: number; family: 'ipv4' | 'ipv6' } | undefined {
  const [, address = '', bits] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(entry) ?? []
  const version = isIP(address)
  const bitsMax = version === 6 ? 128 : 32
  const prefix = Number(bits ?? bitsMax)
  return version === 0 || prefix > bitsMax
    ? undefined
    : { address, bits: prefix, family: version === 6 ? 'ipv6' : 'ipv4' }
}

/** The canonical form of an address, without port, brackets, zone or IPv4 mapping; empty if invalid. */
function plain(text: string): string {
  const [bare = ''] = text.replace(/^\[(.*)\](:\d+)?$/, '$1').split('%', 1)
  const address = isIP(bare) ? bare : bare.replace(/:\d+$/, '')
  if (isIP(address) !== 6) return isIP(address) ? address : ''
  // URL canonicalizes IPv6 addresses.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(canonical) ?? []
  if (high === undefined || low === undefined) return canonical
  const words = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return words.flatMap((word) => [word >> 8, word & 255]).join('.')
}

function grouped(address: string): string {
  if (isIP(address) !== 6 || address === '::1') return address
  const [head = '', tail = ''] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const zeros = address.includes('::')
    ? Array.from({ length: 8 - left.length - right.length }, () => '0')
    : []
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}
