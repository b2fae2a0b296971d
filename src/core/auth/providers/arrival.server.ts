import { AsyncLocalStorage } from 'node:async_hooks'
import type { ProviderProfile } from './provider-client.server.ts'

/**
 * Somebody who has come back from a provider and whose profile was fetched and checked; `isLink`: who is
 * signed in links the provider in settings; `isNew` once an account was made for them.
 */
export type Arrival = { profile: ProviderProfile; isLink: boolean; isNew: boolean }

const arrivals = new AsyncLocalStorage<Arrival>()

/** Runs `work`, in which Better Auth finds the checked profile in place of asking the provider itself. */
export function withArrival<T>(
  arrival: Pick<Arrival, 'profile' | 'isLink'>,
  work: () => Promise<T>,
): Promise<T> {
  return arrivals.run({ ...arrival, isNew: false }, work)
}

export function currentArrival(): Arrival | undefined {
  return arrivals.getStore()
}
