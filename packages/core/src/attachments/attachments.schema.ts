import { z } from 'zod'

export const attachmentIdInput = z.strictObject({ id: z.string().min(1).max(64) })

export type AttachmentIdInput = z.output<typeof attachmentIdInput>
