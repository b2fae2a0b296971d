import { z } from 'zod'

export const CONNECTIONS_PER_USER = 20

const id = z.string().min(1, 'errors:required').max(64, 'errors:tooLong')

export const connectionIdInput = z.strictObject({ id })
/** The query of an authorization request as the server has signed it, in base64url. */
const request = z.string().regex(/^[\w-]{1,3900}$/, 'errors:invalid')

export const requestInput = z.strictObject({ request })
/** The answer to the consent page. */
export const consentBody = z.strictObject({
  accept: z.boolean(),
  request,
  /** Whether the app may also write, where it asked for that. */
  mayWrite: z.boolean(),
})

export type ConnectionIdInput = z.output<typeof connectionIdInput>
export type RequestInput = z.output<typeof requestInput>
