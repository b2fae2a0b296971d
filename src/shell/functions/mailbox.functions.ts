import { createServerFn } from '@tanstack/react-start'
import { listMailbox } from '@plinth/core/mail/server'
import { getServices, guardedFunction } from '@plinth/core/app/server'

const MAILS_SHOWN = 100

/** The mails of local mode, newest first. Not found for requests from other machines. */
export const readMailbox = createServerFn({ method: 'GET' }).handler(
  guardedFunction('local', async () => listMailbox((await getServices()).db, { limit: MAILS_SHOWN })),
)
