import { sql } from 'drizzle-orm'
import { ERROR_GROUPS_MAX } from '@plinth/core/server'
import type { FeatureFixtures } from '@plinth/testing/feature-fixtures.ts'

const MESSAGE_LENGTH = 1_000

export const fixtures: FeatureFixtures = {
  async fill(db) {
    await db.execute(sql`
      insert into error_group (fingerprint, name, message, amount, first_at, last_at)
      select 'filled' || at, 'Error', repeat('x', ${MESSAGE_LENGTH}), 1, now(), now()
      from generate_series(1, ${ERROR_GROUPS_MAX}) at on conflict do nothing`)
    return { ids: {}, isThere: sql`true` }
  },
  mails: ({ cause, url }) => [
    { template: 'accountCreated', params: { ...cause, url, expiresInHours: 24 } },
    { template: 'impersonated', params: { ...cause, reason: 'Support', minutes: 60 } },
    { template: 'banned', params: { ...cause, reason: 'Spam', expiresAt: cause.at } },
  ],
}
