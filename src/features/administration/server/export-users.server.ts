import { authorize } from '@plinth/core/access'
import { type VerbContext, writeAudit } from '@plinth/core/verb/server'
import { type CsvPages, csvDownload } from '@plinth/core/live/server'
import { usersAccess } from '../administration.access.ts'
import { userFilterQuery, type UserFilter } from '../administration.schema.ts'
import { readUsers } from './list-users.server.ts'

const PER_PAGE = 2_000

export const exportedColumns = [
  'id',
  'name',
  'email',
  'role',
  'banned',
  'banReason',
  'banExpires',
  'emailVerified',
  'createdAt',
] as const

/**
 * Streams all users that match the filter, in its order, page by page. For admins; authorizes again for every
 * page, because the admin may be banned or demoted midway. Writes an audit entry.
 */
export async function* exportUsers(ctx: VerbContext, filter: UserFilter): CsvPages {
  const actor = authorize(ctx.actor, usersAccess.export)
  const { search, role, banned, verified } = filter
  const details = {
    // Not the words: they may be a name or an address, which would outlast the account.
    searched: search === undefined ? null : true,
    role: role ?? null,
    banned: banned ?? null,
    verified: verified ?? null,
  }
  await ctx.db.transaction((tx) => writeAudit(tx, actor, { action: 'user.exportList', details }))
  let cursor: string | null = null
  do {
    authorize(await ctx.actorNow(), usersAccess.export)
    const page = await readUsers(ctx.db, filter, { cursor, limit: PER_PAGE })
    cursor = page.nextCursor
    yield page.items.map((item) => exportedColumns.map((column) => item[column]))
  } while (cursor !== null && !ctx.signal.aborted)
}

/** The users of the URL's filter as a CSV file. */
export const downloadUsers = csvDownload({
  name: 'users',
  rule: usersAccess.export,
  columns: exportedColumns,
  query: userFilterQuery,
  read: exportUsers,
})
