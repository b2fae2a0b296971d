import type pg from 'pg'

/** Inserts posts until Ada's own workspace has that many. */
export function growPosts(database: pg.Client, size: number): Promise<unknown> {
  return database.query(
    `insert into post (id, owner_id, created_by_id, title, content, excerpt, created_at, updated_at)
     select 'scale-' || n, u.id, u.id, 'Harbor ' || n, 'Notes on the harbor, number ' || n, 'Notes on the harbor',
       now() - n * interval '1 minute', now()
     from "user" u, generate_series(1, $1::int) n
     where u.email = 'ada@example.com' on conflict do nothing`,
    [size],
  )
}
