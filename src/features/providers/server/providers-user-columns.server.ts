import { and, eq, ne } from 'drizzle-orm'
import { rowsOf, untilOwnerProof } from '@plinth/core/auth/server'
import { getEnv } from '@plinth/core/server'
import { account } from '@plinth/core/database/server'
import type { ProviderName } from '../providers.ts'
import { providerStates } from './provider-states.server.ts'
import { providersSettings } from './providers-settings.server.ts'

const isLinked = ne(account.providerId, 'credential')

/** Accounts at providers, which a stranger could have linked before the owner's first proof. */
export const providersUserColumns = [
  rowsOf({
    column: account.userId,
    at: untilOwnerProof,
    creation: { calls: ['POST /api/auth/link-social'] },
    only: ({ accountId }) => and(isLinked, accountId === undefined ? undefined : ne(account.id, accountId)),
    async methods(db, userId) {
      const states = providerStates({ ...providersSettings.read(), isLocal: getEnv().isLocal })
      const rows = await db
        .select({ name: account.providerId })
        .from(account)
        .where(and(eq(account.userId, userId), isLinked))
      return rows.map(({ name }) => ({
        name,
        isUsable: states[name as ProviderName] === 'on',
        reauthenticates: false,
      }))
    },
  }),
] as const
