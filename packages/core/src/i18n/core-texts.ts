import type ai from '../ai/locales/en.json'
import type passwordStrength from '../auth/password-strength/locales/en.json'
import type security from '../auth/security/locales/en.json'
import type email from '../email/locales/en.json'
import type errors from './errors/locales/en.json'

/** The English translations of core by namespace. */
export type CoreTexts = {
  ai: typeof ai
  email: typeof email
  errors: typeof errors
  'password-strength': typeof passwordStrength
  security: typeof security
}
