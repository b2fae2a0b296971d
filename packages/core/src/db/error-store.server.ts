import type { CountedErrors } from '#/log/error-groups.server.ts'
import type { Database } from './current-transaction.server.ts'

/** Stores counts of logged errors. Called every ten seconds while there are any. */
export type StoreErrors = (db: Database, groups: readonly CountedErrors[]) => Promise<void>

let store: StoreErrors | undefined

/** Provides the store. A feature that has one calls it in its feature.server.ts. */
export function provideErrorStore(given: StoreErrors): void {
  store = given
}

export const errorStore = (): StoreErrors | undefined => store
