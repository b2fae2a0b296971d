import type { Installed } from '@plinth/core/feature/server'
import { perMinute, procedure, router } from '@plinth/core/verb/server'
import { listMails } from './list-mails.server.ts'
import { preferencesAccess } from '../preferences.access.ts'
import { setDisplayInput, setMailInput } from '../preferences.schema.ts'
import { setDisplay } from './set-display.server.ts'
import { setMail } from './set-mail.server.ts'

export const createPreferencesRouter = (installed: Installed) =>
  router({
    mails: procedure(preferencesAccess.mails).query(({ ctx }) => listMails(ctx, installed)),
    setDisplay: procedure(preferencesAccess.setDisplay, perMinute(120))
      .input(setDisplayInput)
      .mutation(({ ctx, input }) => setDisplay(ctx, input)),
    setMail: procedure(preferencesAccess.setMail, perMinute(120))
      .input(setMailInput)
      .mutation(({ ctx, input }) => setMail(ctx, input, installed)),
  })
