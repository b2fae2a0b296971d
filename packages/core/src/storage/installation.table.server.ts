import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt } from '#/db/columns.server.ts'

/** A single row with the installation's id, which is also stored in the folder of files. */
export const installation = pgTable(
  'installation',
  {
    id: text('id').notNull(),
    isOnly: boolean('is_only').primaryKey().default(true),
    createdAt: createdAt(),
  },
  (table) => [check('installation_is_only', sql`${table.isOnly}`)],
)
