import { z } from 'zod'
import { email } from '#/core/auth/auth.schema.ts'
import { passkeyNameForm } from '#/core/auth/security/security.schema.ts'

/** How long an account that is to be deleted can still be kept. */
export const GRACE_DAYS = 14
export const EXPORT_HOURS = 24

const id = z.string().min(1, 'errors:required').max(64, 'errors:tooLong')

/** The address is typed to confirm. */
export const endInput = z.strictObject({ email })
export const keepByLinkInput = z.strictObject({
  word: z.string().min(1, 'errors:required').max(200, 'errors:tooLong'),
})
export const idInput = z.strictObject({ id })
export const renamePasskeyInput = passkeyNameForm.extend({ id })

export type EndInput = z.output<typeof endInput>
export type KeepByLinkInput = z.output<typeof keepByLinkInput>
export type IdInput = z.output<typeof idInput>
export type RenamePasskeyInput = z.output<typeof renamePasskeyInput>
