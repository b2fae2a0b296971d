import { perMinute, procedure, router } from '#/core/trpc/trpc.server.ts'
import { accountAccess } from './account.access.ts'
import { endInput, keepByLinkInput } from './account.schema.ts'
import { keepAccount, keepByLink } from './ending/keep-account.server.ts'
import { requestEnd } from './ending/request-end.server.ts'
import { exportAccount } from './export/export-account.server.ts'
import { latestExport } from './export/latest-export.server.ts'

export const accountRouter = router({
  export: procedure(accountAccess.export, perMinute(20)).mutation(({ ctx }) => exportAccount(ctx)),
  latestExport: procedure(accountAccess.latestExport).query(({ ctx }) => latestExport(ctx)),
  end: procedure(accountAccess.end, perMinute(20))
    .input(endInput)
    .mutation(({ ctx, input }) => requestEnd(ctx, input)),
  keep: procedure(accountAccess.keep, perMinute(20)).mutation(({ ctx }) => keepAccount(ctx)),
  keepByLink: procedure(accountAccess.keepByLink, perMinute(20))
    .input(keepByLinkInput)
    .mutation(({ ctx, input }) => keepByLink(ctx, input)),
})
