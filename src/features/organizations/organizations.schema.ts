import { z } from 'zod'
import { pageInput } from '#/core/trpc/page-input.ts'

const id = z.string().min(1).max(64)

export const listMembersInput = z.strictObject(pageInput).prefault({})
export const listInvitationsInput = z.strictObject(pageInput).prefault({})
export const invitationInput = z.strictObject({ id, proof: z.string().max(100).optional() })
export const transferInput = z.strictObject({ memberId: id })

// SVG is a program in the form of a picture: what so much as calls itself one is refused, even with other bytes inside.
const callsItselfSvg = (file: File) => /svg/i.test(file.type) || /\.svgz?$/i.test(file.name)

/** A form with one field, `file`, that holds one file. What is in the file is the server's to judge. */
export const uploadLogoInput = z.instanceof(FormData).transform((form, context) => {
  const [entry, ...more] = form.entries()
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', path: ['file'], message })
    return z.NEVER
  }
  if (!entry || more.length > 0 || entry[0] !== 'file' || !(entry[1] instanceof File)) return refuse('organizations:errors.oneFile')
  if (callsItselfSvg(entry[1])) return refuse('organizations:errors.notAnImage')
  return { file: entry[1] }
})

export type ListMembersInput = z.output<typeof listMembersInput>
export type ListInvitationsInput = z.output<typeof listInvitationsInput>
export type InvitationInput = z.output<typeof invitationInput>
export type TransferInput = z.output<typeof transferInput>
export type UploadLogoInput = z.output<typeof uploadLogoInput>
