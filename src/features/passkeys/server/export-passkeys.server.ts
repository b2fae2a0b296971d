import { asc, eq } from 'drizzle-orm'
import type { Db } from '@plinth/core/database/server'
import { passkey } from './passkeys.table.server.ts'

/** Returns the user's passkeys, without their keys. */
export const exportPasskeys = (db: Db, userId: string) =>
  db
    .select({ name: passkey.name, createdAt: passkey.createdAt })
    .from(passkey)
    .where(eq(passkey.userId, userId))
    .orderBy(asc(passkey.createdAt))
