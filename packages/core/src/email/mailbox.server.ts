import { and, desc, sql } from 'drizzle-orm'
import type { Db } from '#/db/database.server.ts'
import { mail } from './mail.table.server.ts'

export type MailboxEntry = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  links: string[]
  /** Their names. */
  attachments: string[]
  createdAt: Date
}

/**
 * Returns the latest mails, newest first, filtered by the address `to` if given (case-insensitive). They
 * contain links that sign users in: only for the mailbox of local mode.
 */
export async function listMailbox(
  db: Db,
  { to, limit }: { to?: string; limit: number },
): Promise<MailboxEntry[]> {
  return db
    .select({
      id: mail.id,
      to: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      links: mail.links,
      attachments: sql<string[]>`coalesce(jsonb_path_query_array(${mail.attachments}, '$[*].name'), '[]')`,
      createdAt: mail.createdAt,
    })
    .from(mail)
    .where(and(to === undefined ? undefined : sql`lower(${mail.to}) = lower(${to})`))
    .orderBy(desc(mail.createdAt), desc(mail.id))
    .limit(limit)
}
