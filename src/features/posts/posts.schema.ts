import { z } from 'zod'
import { requiredText } from '@plinth/core/schema'

export const TITLE_MAX_LENGTH = 200
export const CONTENT_MAX_LENGTH = 50_000

const title = requiredText(TITLE_MAX_LENGTH)
const content = z.string().trim().min(1, 'errors:required').max(CONTENT_MAX_LENGTH, 'errors:tooLong')

/** The fields that a user writes. The form, drafts, verbs, chat tool and export all follow this list. */
export const postFields = z.strictObject({ title, content })
/** A field of the schema that is missing here is a type error. */
export const emptyPost = { title: '', content: '' } satisfies Required<PostFields>
export const createPostInput = postFields.extend({ idempotencyKey: z.string().min(8).max(100).optional() })

export type PostFields = z.output<typeof postFields>
export type CreatePostInput = z.output<typeof createPostInput>
