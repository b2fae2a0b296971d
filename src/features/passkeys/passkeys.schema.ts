import { z } from 'zod'
import { hasControlCharacters, hasUnstorableText } from '#/lib/safe-text.ts'

const PASSKEY_NAME_MAX_LENGTH = 100

const passkeyName = z
  .string({ error: 'errors:required' })
  .trim()
  .min(1, 'errors:required')
  .max(PASSKEY_NAME_MAX_LENGTH, 'errors:tooLong')
  .refine((name) => !hasControlCharacters(name) && !hasUnstorableText(name), 'errors:invalidText')
export const passkeyNameForm = z.strictObject({ name: passkeyName })

export const idInput = z.strictObject({ id: z.string().min(1, 'errors:required').max(64, 'errors:tooLong') })
export const renamePasskeyInput = passkeyNameForm.extend(idInput.shape)

export type IdInput = z.output<typeof idInput>
export type RenamePasskeyInput = z.output<typeof renamePasskeyInput>

export const registerOptionsQuery = z.strictObject({
  name: passkeyName.optional(),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
})
// An authenticator's response; Better Auth parses and verifies it.
const credential = z.looseObject({ id: z.string().min(1).max(2000) })
export const registrationBody = z.strictObject({ response: credential, name: passkeyName.optional() })
export const authenticateOptionsQuery = z.strictObject({ reauthenticate: z.literal('true').optional() })
export const authenticationBody = z.strictObject({
  response: credential,
  reauthenticate: z.boolean().optional(),
})
