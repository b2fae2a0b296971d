// Columns, transactions, cursors, search, and the tables of users and organizations.
export {
  type WorkspaceKind,
  holdOwners,
  inPreparedWorkspace,
  inWorkspace,
  kindOfWorkspace,
  workspaceCheck,
  workspaceColumns,
  workspaceIds,
  workspaceOf,
} from '#/access/workspace.server.ts'
export { type Plans, providePlans, requirePlanRoom } from '#/access/plan.server.ts'
export {
  type Ending,
  type WorkspaceEnd,
  endWorkspace,
  onWorkspaceEnd,
  requireEnded,
} from '#/access/workspace-end.server.ts'
export { clockAheadMs, databaseNow } from '#/db/clock.server.ts'
export { createdAt, libraryTimestamp, sortedText, timestamp, updatedAt } from '#/db/columns.server.ts'
export {
  badCursor,
  isTimestamp,
  readCursor,
  readOrderCursor,
  writeCursor,
  writeOrderCursor,
} from '#/db/cursor.server.ts'
export { databaseFailure } from '#/db/database-error.server.ts'
export type { Db, OpenDatabase, Transaction } from '#/db/database.server.ts'
export { deleteOld, inBatches, olderThan } from '#/db/delete-old.server.ts'
export { provideErrorStore } from '#/db/error-store.server.ts'
export { keyset } from '#/db/keyset.server.ts'
export { allowLongStatements } from '#/db/pool.server.ts'
export { preparedQuery } from '#/db/prepared-query.server.ts'
export { shareRead } from '#/db/share-read.server.ts'
export { prefixQuery, tsvector, wordsOf } from '#/db/text-search.server.ts'
export { accountDeletion } from '#/identity/account-deletion.table.server.ts'
export { digestOf } from '#/identity/digest.server.ts'
export {
  account,
  invitation,
  member,
  organization,
  session,
  storedIdentifier,
  user,
  verification,
} from '#/identity/identity.table.server.ts'
export { rowColumns, rowIndices, searchColumn } from '#/rows/row-table.server.ts'
export { userPreference } from '#/identity/user-preference.table.server.ts'
export { userSearch } from '#/identity/user-search.server.ts'
