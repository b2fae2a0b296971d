import type app from '../../app/locales/en.json'
import type calendar from '../../app/calendar/locales/en.json'
import type conflict from '../../app/conflict/locales/en.json'
import type roles from '../../app/roles/locales/en.json'
import type rows from '../../app/rows/locales/en.json'
import type overview from '../overview/locales/en.json'
import type settings from '../settings/locales/en.json'

// The namespaces of the shell. Each feature declares its own in `*.locales.d.ts`.
declare module '@plinth/core/texts' {
  interface TranslationResources {
    app: typeof app
    calendar: typeof calendar
    conflict: typeof conflict
    overview: typeof overview
    roles: typeof roles
    rows: typeof rows
    settings: typeof settings
  }
}
