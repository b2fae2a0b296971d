import { z } from 'zod'
import { requiredText } from '@plinth/core/schema'

const NAME_MAX_LENGTH = 100
const SCOPES_MAX = 100
export const EXPIRES_IN_DAYS = 90
export const EXPIRES_IN_DAYS_MAX = 365
export const KEYS_PER_USER = 20

const id = z.string().min(1, 'errors:required').max(64, 'errors:tooLong')
const name = requiredText(NAME_MAX_LENGTH)
const scope = z.string().regex(/^[a-z][A-Za-z]{0,40}:(read|write)$/, 'api:errors.scopeUnknown')

export const keyIdInput = z.strictObject({ id })
export const createKeyInput = z.strictObject({
  name,
  scopes: z.array(scope).min(1, 'api:errors.scopesMissing').max(SCOPES_MAX),
  expiresInDays: z.number().int().min(1).max(EXPIRES_IN_DAYS_MAX).default(EXPIRES_IN_DAYS),
})
/** The fields of the form. */
export const createKeyForm = createKeyInput.extend({ expiresInDays: z.string() })

export type KeyIdInput = z.output<typeof keyIdInput>
export type CreateKeyInput = z.output<typeof createKeyInput>
