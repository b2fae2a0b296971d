import { z } from 'zod'
import { requiredText } from '@plinth/core/schema'

const PASSKEY_NAME_MAX_LENGTH = 100

const passkeyName = requiredText(PASSKEY_NAME_MAX_LENGTH)
export const passkeyNameForm = z.strictObject({ name: passkeyName })

export const idInput = z.strictObject({ id: z.string().min(1, 'errors:required').max(64, 'errors:tooLong') })
export const renamePasskeyInput = passkeyNameForm.extend(idInput.shape)

export type IdInput = z.output<typeof idInput>
export type RenamePasskeyInput = z.output<typeof renamePasskeyInput>

export const registerOptionsQuery = z.strictObject({
  name: passkeyName.optional(),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
})
// An authenticator's response; Better Auth parses and verifies it. An attestation is a few hundred bytes
// without its certificates, for which the options don't ask.
const encoded = (maxLength: number) => z.base64url().min(1).max(maxLength)
const clientDataJSON = encoded(4096)
const credentialId = encoded(2000)
const credentialOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({
    id: credentialId,
    rawId: credentialId,
    type: z.literal('public-key'),
    authenticatorAttachment: z.string().max(40).nullish(),
    response: z.object({ clientDataJSON, ...shape }),
  })
const credential = credentialOf({
  authenticatorData: encoded(4096),
  signature: encoded(2048),
  userHandle: encoded(200).nullish(),
})
const newCredential = credentialOf({
  attestationObject: encoded(8192),
  transports: z
    .array(z.string().regex(/^[a-z-]{1,20}$/))
    .max(10)
    .optional(),
})
export const registrationBody = z.strictObject({ response: newCredential, name: passkeyName.optional() })
export const authenticateOptionsQuery = z.strictObject({ reauthenticate: z.literal('true').optional() })
export const authenticationBody = z.strictObject({
  response: credential,
  reauthenticate: z.boolean().optional(),
})
