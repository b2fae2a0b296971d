import type access from '@plinth/core/access/locales/en.json'
import type ai from '@plinth/core/ai/locales/en.json'
import type passwordStrength from '@plinth/core/auth/password-strength/locales/en.json'
import type security from '@plinth/core/auth/security/locales/en.json'
import type email from '@plinth/core/email/locales/en.json'
import type errors from '@plinth/core/i18n/errors/locales/en.json'
import type app from '../../app/locales/en.json'
import type overview from '../overview/locales/en.json'
import type settings from '../settings/locales/en.json'

// The namespaces of core and of the application. Each feature declares its own in `*.locales.d.ts`.
declare module '@plinth/core/i18n/keys.ts' {
  interface TranslationResources {
    access: typeof access
    ai: typeof ai
    app: typeof app
    email: typeof email
    errors: typeof errors
    overview: typeof overview
    'password-strength': typeof passwordStrength
    security: typeof security
    settings: typeof settings
  }
}
