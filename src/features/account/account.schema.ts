import { z } from 'zod'
import { email, mailedToken } from '@plinth/core/auth'

/** How long a scheduled deletion can be canceled. */
export const GRACE_DAYS = 14
export const EXPORT_HOURS = 24

const id = z.string().min(1, 'errors:required').max(64, 'errors:tooLong')

/** The user types their address to confirm. */
export const requestDeletionInput = z.strictObject({ email })
export const cancelDeletionByLinkInput = z.strictObject({
  token: z.string().min(1, 'errors:required').max(200, 'errors:tooLong'),
})
export const disownSignUpInput = z.strictObject({ token: mailedToken })
export const idInput = z.strictObject({ id })

export type RequestDeletionInput = z.output<typeof requestDeletionInput>
export type CancelDeletionByLinkInput = z.output<typeof cancelDeletionByLinkInput>
export type DisownSignUpInput = z.output<typeof disownSignUpInput>
export type IdInput = z.output<typeof idInput>
