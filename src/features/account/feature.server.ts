import { defineServerFeature } from '@plinth/core/feature/server'
import { defineJob } from '@plinth/core/jobs/server'
import { ownFiles } from '@plinth/core/files/server'
import { accountMails } from './server/account-mails/mails.server.ts'
import { deleteDueAccounts } from './server/deletion/delete-due-accounts.server.ts'
import { exportAccountJob } from './server/export/export-account-job.server.ts'
import { exportFiles, sweepExports } from './server/export/sweep-exports.server.ts'
import { accountUserColumns } from './server/account-user-columns.server.ts'

ownFiles(exportFiles)

export const accountFeature = defineServerFeature({
  name: 'account',
  required: 'every user has a password, sessions and the right to leave.',
  userColumns: accountUserColumns,
  async routers(_installed, application) {
    const { createAccountRouter, sessionsRouter } = await import('./server/account.router.server.ts')
    return {
      account: createAccountRouter(application),
      sessions: sessionsRouter,
    }
  },
  scopes: ['account:read'],
  auth: async () => ({ endpoints: (await import('./server/account.endpoints.server.ts')).accountEndpoints }),
  mails: accountMails,
  jobs: ({ storage }, { accountExport }) => [
    exportAccountJob({ storage, content: accountExport }),
    defineJob({
      name: 'sweep-exports',
      cron: '27 * * * *',
      handler: async ({ db, signal }) => sweepExports(db, signal),
    }),
    defineJob({
      name: 'delete-accounts',
      cron: '*/10 * * * *',
      handler: async ({ db, log }) => void (await deleteDueAccounts({ db, storage, log })),
    }),
  ],
  overview: async () => (await import('./server/account.overview.server.ts')).accountOverview,
  async accountExport(db, userId) {
    const { exportAudit, exportDevices, exportProfile, exportSessions } =
      await import('./server/export/export-own-rows.server.ts')
    return [
      { path: 'profile.json', object: await exportProfile(db, userId) },
      { path: 'sessions.json', rows: await exportSessions(db, userId) },
      { path: 'devices.json', rows: await exportDevices(db, userId) },
      { path: 'activity.json', rows: exportAudit(db, userId) },
    ]
  },
})
