import type { FeatureBenches } from '../../bench/feature-benches.ts'
import { read } from '../../bench/requests.ts'

export const benches: FeatureBenches = {
  growth: [
    {
      what: 'members of an organization, organizations.members',
      sizes: [10, 100, 1000, 10_000],
      async grow(database, size) {
        const { rows } = await database.query<{ id: string }>(
          `select m.organization_id as id from member m join "user" u on u.id = m.user_id
           where u.email = 'ada@example.com' order by m.created_at limit 1`,
        )
        await database.query(
          `insert into "user" (id, name, email, email_verified, created_at, updated_at)
           select 'scale-' || n, 'Member ' || n, 'scale-' || n || '@example.com', true, now(), now()
           from generate_series(1, $1::int) n on conflict do nothing`,
          [size],
        )
        await database.query(
          `insert into member (id, organization_id, user_id, role, created_at)
           select 'scale-' || n, $2, 'scale-' || n, 'member', now() from generate_series(1, $1::int) n
           on conflict do nothing`,
          [size, rows[0]?.id],
        )
        await database.query(
          `update session set active_organization_id = $1 from "user" u
           where u.id = session.user_id and u.email = 'ada@example.com'`,
          [rows[0]?.id],
        )
      },
      read: (client) => read(client, 'organizations.members'),
    },
  ],
}
