import { provideErrorStore } from '@plinth/core/database/server'
import { defineServerFeature } from '@plinth/core/feature/server'
import { defineJob } from '@plinth/core/jobs/server'
import { administrationMails } from './server/administration-mails/mails.server.ts'
import { countFigures } from './server/count-figures.server.ts'
import { storeErrors, sweepErrors } from './server/store-errors.server.ts'

provideErrorStore(storeErrors)

export const administrationFeature = defineServerFeature({
  name: 'administration',
  required: 'somebody has to manage the users.',
  routers: async () => ({
    admin: (await import('./server/administration.router.server.ts')).administrationRouter,
  }),
  auth: async () => (await import('./server/impersonation.auth.server.ts')).impersonationAuth,
  mails: administrationMails,
  jobs: () => [
    defineJob({ name: 'count-figures', cron: '*/5 * * * *', handler: async ({ db }) => countFigures(db) }),
    defineJob({
      name: 'sweep-errors',
      cron: '47 3 * * *',
      handler: async ({ db, signal }) => sweepErrors(db, signal),
    }),
  ],
})
