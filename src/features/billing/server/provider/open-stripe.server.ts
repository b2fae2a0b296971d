import type Stripe from 'stripe'
import { AppError } from '@plinth/core/verb/server'
import type { Provider } from '../billing-settings.server.ts'

const TIMEOUT_MS = 10_000
const RETRIES = 2

/** The client of the provider. Its package is loaded with the first call. */
export async function openStripe({ key, url }: Omit<Provider, 'webhookSecret'>): Promise<Stripe> {
  const { default: Client } = await import('stripe')
  const target = url === undefined ? undefined : new URL(url)
  return new Client(key, {
    maxNetworkRetries: RETRIES,
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...(target && { host: target.hostname, port: target.port, protocol: 'http' as const }),
  })
}

/** The status of the provider's answer; undefined for any other error. */
const refusalOf = (error: unknown): { status: number | undefined } | undefined => {
  const { type, statusCode } = error as { type?: unknown; statusCode?: number }
  return typeof type === 'string' && type.startsWith('Stripe') ? { status: statusCode } : undefined
}

/** Whether the provider doesn't know what was asked for. */
export const isUnknown = (error: unknown): boolean => refusalOf(error)?.status === 404

/**
 * Calls the provider. Throws unavailable when it can't be reached, is broken or has no time, conflict when a
 * payment is declined.
 */
export async function asking<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal && (refusal.status === undefined || refusal.status === 429 || refusal.status >= 500))
      throw new AppError('unavailable', 'billing:errors.providerDown')
    if (refusal?.status === 402) throw new AppError('conflict', 'billing:errors.declined')
    throw error
  }
}
