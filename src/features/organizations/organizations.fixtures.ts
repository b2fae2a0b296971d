import { eq, sql } from 'drizzle-orm'
import { invitation, member, user } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import { createOrganization, createUser } from '@plinth/testing/factories.ts'
import type { FeatureFixtures } from '@plinth/testing/feature-fixtures.ts'
import { MEMBERS_PER_ORGANIZATION, PENDING_INVITATIONS_PER_ORGANIZATION } from './organizations.schema.ts'

export const fixtures: FeatureFixtures = {
  // Switching the workspace of the impersonation session itself, and procedures whose verb asks a second rule
  // with the role in the organization that the input names.
  changesNoAccount: ['organizations.setActive', 'organizations.byId'],
  async rows(db, { userId, workspace: { organizationId } }) {
    if (organizationId === null) return []
    const id = createId()
    const email = `${id}@example.com`
    const expiresAt = new Date(Date.now() + 3_600_000)
    await db
      .insert(invitation)
      .values({ id, organizationId, inviterId: userId, email, role: 'member', expiresAt })
    return [id]
  },
  async fill(db, { userId, workspace }) {
    const organizationId = workspace.organizationId ?? ''
    const missing =
      MEMBERS_PER_ORGANIZATION - (await db.$count(member, eq(member.organizationId, organizationId)))
    const added = await Promise.all(Array.from({ length: missing }, () => createUser(db)))
    if (added.length > 0)
      await db
        .insert(member)
        .values(added.map(({ id }) => ({ id: createId(), organizationId, userId: id, role: 'member' })))
    await db.execute(sql`
      insert into invitation (id, organization_id, email, role, status, expires_at, inviter_id)
      select ${organizationId} || at, ${organizationId}, at || email, 'member', 'pending', now() + interval '1 day', id
      from ${user}, generate_series(1, ${PENDING_INVITATIONS_PER_ORGANIZATION}) at where id = ${userId}`)
    return {
      ids: { organizations: organizationId },
      isThere: sql`exists (select from organization where id = ${organizationId})`,
    }
  },
  requests: ({ app, signedIn }) => ({
    'making an organization': async () => ({
      path: '/api/trpc/organizations.create',
      body: { json: { name: 'Apex', slug: `apex-${createId().toLowerCase()}` } },
      cookie: (await signedIn()).cookie,
    }),
    'entering an organization': async () => {
      const { id: userId, cookie } = await signedIn()
      const { id } = await createOrganization(app.db)
      await app.db.insert(member).values({ id: createId(), organizationId: id, userId, role: 'member' })
      return { path: '/api/trpc/organizations.setActive', body: { json: { id } }, cookie }
    },
  }),
  mails: ({ cause, url }) => [
    {
      template: 'invitation',
      params: {
        ...cause,
        url,
        organizationName: 'Acme',
        inviterName: 'Eva',
        role: 'member',
        expiresInHours: 48,
      },
    },
    { template: 'memberRemoved', params: { ...cause, organizationName: 'Acme', removedBy: 'Eva' } },
  ],
}
