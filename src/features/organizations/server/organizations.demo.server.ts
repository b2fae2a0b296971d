import type { Demo, DemoSeed } from '@plinth/core/feature/server'
import { invitation, member, organization } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import { INVITATION_HOURS } from '../organizations.schema.ts'

type DemoOrganization = {
  name: string
  slug: string
  /** The member who joined first is the owner. A new sign-in starts in the organization joined first. */
  members: readonly { by: string; role: 'owner' | 'admin' | 'member'; daysAgo: number }[]
}

const demoOrganizations: readonly DemoOrganization[] = [
  {
    name: 'Acme',
    slug: 'acme',
    members: [
      { by: 'ada@example.com', role: 'owner', daysAgo: 28 },
      { by: 'admin@example.com', role: 'admin', daysAgo: 28 },
      { by: 'ben@example.com', role: 'admin', daysAgo: 26 },
      { by: 'cleo@example.com', role: 'member', daysAgo: 24 },
      { by: 'jonas.keller@example.com', role: 'member', daysAgo: 17 },
      { by: 'lucia.fernandez@example.com', role: 'member', daysAgo: 9 },
    ],
  },
  {
    name: 'Northwind Labs',
    slug: 'northwind-labs',
    members: [
      { by: 'mei.tanaka@example.com', role: 'owner', daysAgo: 20 },
      { by: 'admin@example.com', role: 'member', daysAgo: 18 },
      { by: 'sofia.almeida@example.com', role: 'admin', daysAgo: 15 },
    ],
  },
]

/** Pending invitations. One is for Dan, who sees it on his home page. */
const demoInvitations = [
  { slug: 'acme', inviter: 'ada@example.com', email: 'erin.sato@example.com', role: 'member', age: 5 },
  { slug: 'acme', inviter: 'ben@example.com', email: 'kofi.mensah@example.com', role: 'member', age: 1 },
  { slug: 'acme', inviter: 'admin@example.com', email: 'ines.duarte@example.com', role: 'admin', age: 30 },
  {
    slug: 'northwind-labs',
    inviter: 'mei.tanaka@example.com',
    email: 'dan@example.com',
    role: 'member',
    age: 3,
  },
] as const

export const organizationsDemo: Demo = {
  // Content belongs to an organization.
  order: -10,
  async seed(demo) {
    for (const one of demoOrganizations) await seedOrganization(demo, one)
    const { tx, userId, hoursAgo, organizationIds } = demo
    await tx.insert(invitation).values(
      demoInvitations.flatMap(({ slug, inviter, age, ...invited }) => {
        const organizationId = organizationIds.get(slug)
        const times = { createdAt: hoursAgo(age), expiresAt: hoursAgo(age - INVITATION_HOURS) }
        return organizationId
          ? [{ id: createId(), organizationId, inviterId: userId(inviter), ...invited, ...times }]
          : []
      }),
    )
  },
}

async function seedOrganization(demo: DemoSeed, { name, slug, members }: DemoOrganization): Promise<void> {
  const { tx, userId, hoursAgo, organizationIds, audit } = demo
  const organizationId = createId()
  organizationIds.set(slug, organizationId)
  const joined = (daysAgo: number) => daysAgo * 24 + 1
  const [owner] = members
  if (!owner) return
  const createdAt = hoursAgo(joined(owner.daysAgo))
  await tx.insert(organization).values({ id: organizationId, name, slug, createdAt })
  await audit({
    action: 'organization.create',
    by: owner.by,
    hoursAgo: joined(owner.daysAgo),
    target: { type: 'organization', id: organizationId },
    organizationId,
    details: { name, slug },
  })
  for (const { by, role, daysAgo } of members) {
    const ids = { id: createId(), organizationId, userId: userId(by) }
    await tx.insert(member).values({ ...ids, role, createdAt: hoursAgo(joined(daysAgo)) })
    if (by === owner.by) continue
    const target = { type: 'invitation' }
    const accepted = { action: 'invitation.accept', by, hoursAgo: joined(daysAgo) - 0.2, target }
    await audit({ ...accepted, organizationId, details: { role } })
  }
}
