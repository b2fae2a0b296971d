import { createServerFn } from '@tanstack/react-start'
import { listMailbox } from '@plinth/core/email/mailbox.server.ts'
import { guardedFunction } from '@plinth/core/app/server/guarded.server.ts'
import { getServices } from '@plinth/core/app/server/services.server.ts'

const MAILS_SHOWN = 100

/** The mails of local mode, newest first. Not found for requests from other machines. */
export const readMailbox = createServerFn({ method: 'GET' }).handler(
  guardedFunction('local', async () => listMailbox((await getServices()).db, { limit: MAILS_SHOWN })),
)
