import { z } from 'zod'
import { organizationSlug } from '#/core/auth/membership/membership.schema.ts'
import { imageUpload } from '#/core/storage/image-upload.ts'
import { pageInput } from '#/core/trpc/page-input.ts'

const id = z.string().min(1).max(64)

export const listMembersInput = z.strictObject(pageInput).prefault({})
export const listInvitationsInput = z.strictObject(pageInput).prefault({})
export const invitationInput = z.strictObject({ id, proof: z.string().max(100).optional() })
export const checkSlugInput = z.strictObject({ slug: organizationSlug })
export const transferInput = z.strictObject({ memberId: id })

export const uploadLogoInput = imageUpload({
  oneFile: 'organizations:errors.oneFile',
  notAnImage: 'organizations:errors.notAnImage',
})

export type ListMembersInput = z.output<typeof listMembersInput>
export type ListInvitationsInput = z.output<typeof listInvitationsInput>
export type InvitationInput = z.output<typeof invitationInput>
export type CheckSlugInput = z.output<typeof checkSlugInput>
export type TransferInput = z.output<typeof transferInput>
export type UploadLogoInput = z.output<typeof uploadLogoInput>
