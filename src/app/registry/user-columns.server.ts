import { coreUserColumns } from '#/core/auth/core-user-columns.server.ts'
import type { UserColumn } from '#/core/auth/user-columns.server.ts'
import { serverFeatures } from './installed.server.ts'

/**
 * What refers to a user, and which of it can let somebody in. `tests/user-columns.test.ts` compares it with
 * the database. Not listed: the workspace of a tenant's row, and references that become null with the user.
 */
export const userColumns: readonly UserColumn[] = [
  ...coreUserColumns,
  ...serverFeatures.flatMap((feature) => feature.userColumns ?? []),
]
