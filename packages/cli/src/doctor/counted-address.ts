import pg from 'pg'
import type { Env } from '@plinth/core/internal/env/env.server.ts'
import { bad, good, type Finding } from './finding.ts'

// Nobody has an address of this range (RFC 5737).
const FORGED = '192.0.2.1'
const COUNTER = 'auth/verify-email:address:'

/**
 * Sends a request with a forged address through the proxy and looks up which address the application counted.
 * Returns no finding where that can't be known: counters in Redis, the embedded database, other visitors.
 */
export async function countedAddress(
  env: Pick<Env, 'APP_URL' | 'CLIENT_ADDRESS_HEADER' | 'DATABASE_URL' | 'REDIS_URL'>,
): Promise<Finding[]> {
  if (!env.DATABASE_URL || env.REDIS_URL) return []
  const pool = new pg.Pool({ connectionString: env.DATABASE_URL, max: 1, connectionTimeoutMillis: 5_000 })
  pool.on('error', () => {})
  try {
    const before = await counters(pool)
    await fetch(`${env.APP_URL}/api/auth/verify-email`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: env.APP_URL,
        'x-forwarded-for': FORGED,
        [env.CLIENT_ADDRESS_HEADER]: FORGED,
      },
      body: JSON.stringify({ token: 'doctor' }),
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    })
    const after = await counters(pool)
    const counted = [...after].filter(([key, count]) => before.get(key) !== count).map(([address]) => address)
    const [address, ...others] = counted
    if (counted.includes(FORGED)) return [forged(env.CLIENT_ADDRESS_HEADER)]
    return address === undefined || others.length > 0 ? [] : [seen(address)]
  } catch {
    // Other findings name what is unreachable.
    return []
  } finally {
    await pool.end()
  }
}

async function counters(pool: pg.Pool): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ key: string; counted: string }>(
    `select key, count || ' until ' || resets_at as counted from limit_counter where starts_with(key, $1)`,
    [COUNTER],
  )
  return new Map(rows.map(({ key, counted }) => [key.slice(COUNTER.length), counted]))
}

const forged = (header: string) =>
  bad(
    'Visitors',
    `count by an address that they make up themselves in ${header}`,
    'Set CLIENT_ADDRESS_HEADER to the header that the proxy overwrites, and let nothing but the proxy reach the port.',
  )

const seen = (address: string) =>
  good(
    'Visitors',
    `count by their address: this machine as ${address}. If that is the proxy's, all share one limit: see CLIENT_ADDRESS_HEADER`,
  )
