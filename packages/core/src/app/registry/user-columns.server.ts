import { coreUserColumns } from '#/auth/core-user-columns.server.ts'
import type { UserColumn } from '#/auth/user-columns.server.ts'
import { lazily } from '#/lib/lazily.ts'
import { serverFeatures } from './installed.server.ts'

/**
 * What refers to a user, and which of it can let somebody in. `tests/user-columns.test.ts` compares it with
 * the database. Not listed, because they let nobody in: the workspace of a tenant's row, references that
 * become null with the user, and those without a foreign key (packages/core/src/references).
 */
export const userColumns = lazily((): readonly UserColumn[] => [
  ...coreUserColumns,
  ...serverFeatures().flatMap((feature) => feature.userColumns ?? []),
])
