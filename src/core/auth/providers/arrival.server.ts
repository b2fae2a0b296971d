import { AsyncLocalStorage } from 'node:async_hooks'
import type { ProviderProfile } from './provider-client.server.ts'

/** Somebody who has come back from a provider and whose profile was fetched and checked; `isNew` once an account was made for them. */
export type Arrival = { profile: ProviderProfile; isNew: boolean }

const arrivals = new AsyncLocalStorage<Arrival>()

/** Runs `work`, in which Better Auth finds the checked profile in place of asking the provider itself. */
export function withArrival<T>(profile: ProviderProfile, work: () => Promise<T>): Promise<T> {
  return arrivals.run({ profile, isNew: false }, work)
}

export function currentArrival(): Arrival | undefined {
  return arrivals.getStore()
}
