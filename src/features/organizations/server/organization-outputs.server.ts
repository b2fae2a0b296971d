import { z } from 'zod'
import { pageOf } from '@plinth/core/verb/server'
import { storedRole } from '#/roles.server.ts'

export const organizationList = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      slug: z.string(),
      logo: z.string().nullable(),
      role: storedRole,
    }),
  ),
  nextCursor: z.null(),
})

export const memberPage = pageOf(
  z.object({
    id: z.string(),
    userId: z.string(),
    name: z.string(),
    image: z.string().nullable(),
    /** Null for members who may not see it. */
    email: z.string().nullable(),
    role: storedRole,
    joinedAt: z.date(),
  }),
)
export const removal = z.object({ organization: z.string(), by: z.string().nullable() })
export const memberRole = z.object({ userId: z.string(), role: storedRole })
export const removedMember = z.object({ userId: z.string() })

export const invitationPage = pageOf(
  z.object({
    id: z.string(),
    email: z.string(),
    role: storedRole,
    status: z.enum(['pending', 'accepted', 'declined', 'revoked', 'expired']),
    inviter: z.object({ id: z.string(), name: z.string() }),
    invitedAt: z.date(),
    expiresAt: z.date(),
  }),
)
