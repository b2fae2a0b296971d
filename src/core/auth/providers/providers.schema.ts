import { z } from 'zod'
import { providerNames } from './providers.ts'

// Shapes of the requests; scopes, tokens and further parameters that Better Auth would take are not for
// clients to choose.

const provider = z.enum(providerNames, { error: 'errors:invalid' })
const path = z.string().max(2000, 'errors:tooLong').optional()
const start = { provider, callbackURL: path, errorCallbackURL: path, disableRedirect: z.boolean().optional() }

export const signInSocialBody = z.strictObject({
  ...start,
  newUserCallbackURL: path,
  rememberMe: z.boolean().optional(),
})
export const linkSocialBody = z.strictObject(start)

const told = z.string().max(2000).optional()
/** What a provider appends; what else it appends is passed over. */
export const callbackQuery = z.object({ code: told, state: told, error: told, iss: told })
