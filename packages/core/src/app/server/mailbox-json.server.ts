import { listMailbox } from '#/email/mailbox.server.ts'
import { getServices } from './services.server.ts'

/**
 * The mailbox of local mode as JSON, newest first; `?to=` filters by address. Only served to this machine.
 */
export async function mailboxJson(request: Request): Promise<Response> {
  const { db } = await getServices()
  const to = new URL(request.url).searchParams.get('to') ?? undefined
  return Response.json(await listMailbox(db, { to, limit: 100 }))
}
