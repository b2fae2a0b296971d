import { provideErrorStore } from '@plinth/core/db/error-store.server.ts'
import { defineServerFeature } from '@plinth/core/feature.server.ts'
import { defineJob } from '@plinth/core/jobs/jobs.server.ts'
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
