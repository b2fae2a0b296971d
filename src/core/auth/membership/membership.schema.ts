import { z } from 'zod'
import { workspaceRoles } from '#/core/access/actor.ts'
import { email } from '#/core/auth/auth.schema.ts'
import { hasControlCharacters, hasUnstorableText } from '#/lib/safe-text.ts'

// Shapes and limits of organizations; forms and endpoints use the same.

export const ORGANIZATION_NAME_MAX_LENGTH = 100
export const SLUG_LENGTH = { min: 2, max: 48 } as const
export const INVITATION_HOURS = 48
export const MEMBERS_PER_ORGANIZATION = 100
export const PENDING_INVITATIONS_PER_ORGANIZATION = 100

export const workspaceRole = z.enum(workspaceRoles, { error: 'membership:roleUnknown' })

export const organizationName = z
  .string({ error: 'errors:required' })
  .trim()
  .min(1, 'errors:required')
  .max(ORGANIZATION_NAME_MAX_LENGTH, 'errors:tooLong')
  .refine((name) => !hasControlCharacters(name) && !hasUnstorableText(name), 'errors:invalidText')

export const organizationSlug = z
  .string({ error: 'errors:required' })
  .min(1, 'errors:required')
  .min(SLUG_LENGTH.min, 'membership:slugInvalid')
  .max(SLUG_LENGTH.max, 'membership:slugInvalid')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'membership:slugInvalid')

export const createOrganizationForm = z.strictObject({ name: organizationName, slug: organizationSlug })
export const inviteMemberForm = z.strictObject({ email, role: workspaceRole })

/**
 * A slug made of a name, to begin with: letters without their accents, everything else a hyphen. Empty when
 * the name has no Latin letter or digit.
 */
export function proposeSlug(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase()
  const slug = plain.replaceAll(/[^a-z0-9]+/g, '-').slice(0, SLUG_LENGTH.max)
  // regex-reviewed: at most 48 characters
  return slug.replaceAll(/^-+|-+$/g, '')
}

const id = z.string({ error: 'errors:required' }).min(1, 'errors:required').max(64, 'errors:tooLong')
const organizationId = id.optional()
// The library's type allows several roles at once; here everybody has one.
const oneRole = z.union([workspaceRole, z.tuple([workspaceRole]).transform(([role]) => role)], {
  error: 'membership:roleUnknown',
})

export const createBody = z.strictObject({
  name: organizationName,
  slug: organizationSlug,
  logo: z.null({ error: 'errors:invalid' }).optional(),
  keepCurrentActiveOrganization: z.boolean().optional(),
})
export const slugBody = z.strictObject({ slug: organizationSlug })
export const updateBody = z.strictObject({
  organizationId,
  data: z
    .strictObject({
      name: organizationName.optional(),
      slug: organizationSlug.optional(),
      logo: z.null({ error: 'errors:invalid' }).optional(),
    })
    .refine((data) => Object.values(data).some((value) => value !== undefined), 'errors:required'),
})
export const organizationBody = z.strictObject({ organizationId: id })
export const setActiveBody = z.strictObject({
  organizationId: id.nullable().optional(),
  organizationSlug: z.string().max(200).optional(),
})
export const inviteBody = z.strictObject({
  email,
  role: oneRole,
  organizationId,
  resend: z.boolean().optional(),
})
export const invitationBody = z.strictObject({ invitationId: id })
export const answerBody = z.strictObject({
  invitationId: id,
  proof: z.string().max(100, 'errors:tooLong').optional(),
})
export const removeMemberBody = z.strictObject({
  memberIdOrEmail: z
    .string({ error: 'errors:required' })
    .min(1, 'errors:required')
    .max(254, 'errors:tooLong'),
  organizationId,
})
export const memberRoleBody = z.strictObject({ memberId: id, role: oneRole, organizationId })

const count = (max: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/)
    .refine((digits) => Number(digits) <= max)
    .optional()
export const organizationQuery = z.strictObject({
  organizationId,
  organizationSlug: z.string().max(200).optional(),
  membersLimit: count(100),
})
export const listInvitationsQuery = z.strictObject({ organizationId })
export const invitationQuery = z.strictObject({ id })
export const listMembersQuery = z.strictObject({
  organizationId,
  organizationSlug: z.string().max(200).optional(),
  limit: count(100),
  offset: count(100_000),
  sortBy: z.enum(['createdAt', 'role']).optional(),
  sortDirection: z.enum(['asc', 'desc']).optional(),
})
export const memberRoleQuery = z.strictObject({
  organizationId,
  organizationSlug: z.string().max(200).optional(),
  userId: id.optional(),
})
