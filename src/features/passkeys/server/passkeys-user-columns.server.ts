import { eq } from 'drizzle-orm'
import { rowsOf, untilOwnerProof } from '@plinth/core/auth/server'
import { passkey } from './passkeys.table.server.ts'

/** Passkeys, which a stranger could have added before the owner's first proof. */
export const passkeysUserColumns = [
  rowsOf({
    column: passkey.userId,
    at: untilOwnerProof,
    creation: {
      calls: [
        'GET /api/auth/passkey/generate-register-options',
        'POST /api/auth/passkey/verify-registration',
      ],
    },
    async methods(db, userId) {
      const rows = await db.select({ id: passkey.id }).from(passkey).where(eq(passkey.userId, userId))
      return rows.map(() => ({
        name: 'passkey',
        label: 'passkeys:shell.method' as const,
        isUsable: true,
        reauthenticates: true,
      }))
    },
  }),
] as const
