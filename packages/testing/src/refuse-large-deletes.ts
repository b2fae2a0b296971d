import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '@plinth/core/database/server'

/** Has the database refuse to delete more than 1,000 rows at once, as its timeout does with millions. */
export async function refuseLargeDeletes(db: Db, table: PgTable): Promise<void> {
  await db.execute(sql`
    create or replace function refuse_large_delete() returns trigger language plpgsql as $$ begin
      if (select count(*) from gone) > 1000 then raise exception 'too many rows at once'; end if;
      return null;
    end $$`)
  await db.execute(sql`
    create trigger refuse_large_delete after delete on ${table} referencing old table as gone
    for each statement execute function refuse_large_delete()`)
}
