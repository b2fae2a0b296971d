import { sql } from 'drizzle-orm'
import type { ApplicationRole } from '@plinth/core/access'
import { user } from '@plinth/core/database/server'
import { isBanned } from '@plinth/core/auth/server'

/** The columns of a user in the table. An expired ban is not shown. */
export const listedUser = {
  id: user.id,
  name: user.name,
  email: user.email,
  role: sql<ApplicationRole>`case when ${user.role} = 'admin' then 'admin' else 'user' end`,
  banned: isBanned,
  banReason: sql<string | null>`case when ${isBanned} then ${user.banReason} end`,
  banExpires: sql<Date | null>`case when ${isBanned} then ${user.banExpires} end`.mapWith((value: unknown) =>
    readDate(value),
  ),
  emailVerified: user.emailVerified,
  createdAt: user.createdAt,
}

export type ListedUser = {
  id: string
  name: string
  email: string
  role: ApplicationRole
  banned: boolean
  banReason: string | null
  banExpires: Date | null
  emailVerified: boolean
  createdAt: Date
}

/** The driver returns the timestamp of an expression as text. */
function readDate(value: unknown): Date | null {
  return value === null ? null : new Date(value as string | Date)
}
