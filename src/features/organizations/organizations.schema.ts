import { z } from 'zod'
import { email } from '@plinth/core/auth'
import { roles } from '#/roles.ts'
import { pageInput, requiredText } from '@plinth/core/schema'

export const ORGANIZATION_NAME_MAX_LENGTH = 100
export const SLUG_LENGTH = { min: 2, max: 48 } as const
export const INVITATION_HOURS = 48
export const MEMBERS_PER_ORGANIZATION = 100
export const PENDING_INVITATIONS_PER_ORGANIZATION = 100

const id = z.string({ error: 'errors:required' }).min(1, 'errors:required').max(64, 'errors:tooLong')
const name = requiredText(ORGANIZATION_NAME_MAX_LENGTH)

const role = z.enum(roles, { error: 'organizations:errors.roleUnknown' })
export const organizationSlug = z
  .string({ error: 'errors:required' })
  .min(1, 'errors:required')
  .min(SLUG_LENGTH.min, 'organizations:errors.slugInvalid')
  .max(SLUG_LENGTH.max, 'organizations:errors.slugInvalid')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'organizations:errors.slugInvalid')

export const pageOfList = z.strictObject(pageInput).prefault({})
export const createOrganizationInput = z.strictObject({ name, slug: organizationSlug })
export const updateOrganizationInput = z
  .strictObject({ id, name: name.optional(), slug: organizationSlug.optional() })
  .refine((input) => input.name !== undefined || input.slug !== undefined, 'errors:required')
export const idInput = z.strictObject({ id })
export const setActiveInput = z.strictObject({ id: id.nullable() })
export const checkSlugInput = z.strictObject({ slug: organizationSlug })
export const memberInput = z.strictObject({ userId: id })
export const setMemberRoleInput = z.strictObject({ userId: id, role })
export const inviteMemberInput = z.strictObject({ email, role })
/** `proof` is part of the mailed link, but not of a copied one. */
export const invitationInput = z.strictObject({ id, proof: z.string().max(100, 'errors:tooLong').optional() })

export type PageOfList = z.output<typeof pageOfList>
export type CreateOrganizationInput = z.output<typeof createOrganizationInput>
export type UpdateOrganizationInput = z.output<typeof updateOrganizationInput>
export type IdInput = z.output<typeof idInput>
export type SetActiveInput = z.output<typeof setActiveInput>
export type CheckSlugInput = z.output<typeof checkSlugInput>
export type MemberInput = z.output<typeof memberInput>
export type SetMemberRoleInput = z.output<typeof setMemberRoleInput>
export type InviteMemberInput = z.output<typeof inviteMemberInput>
export type InvitationInput = z.output<typeof invitationInput>

// Letters that are no others with an accent.
const latin: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/**
 * Proposes a slug for a name: strips accents and replaces everything else with hyphens. Returns an empty
 * string if the name has no Latin letter or digit.
 */
export function proposeSlug(text: string): string {
  const plain = text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => latin[letter] ?? '')
  const slug = plain.replaceAll(/[^a-z0-9]+/g, '-').slice(0, SLUG_LENGTH.max)
  // regex-reviewed: at most 48 characters
  return slug.replaceAll(/^-+|-+$/g, '')
}
