import { z } from 'zod'
import { requiredText } from '@plinth/core/schema'

export const TITLE_MAX_LENGTH = 200
export const CONTENT_MAX_LENGTH = 50_000

const id = z.string().min(1).max(64)
const title = requiredText(TITLE_MAX_LENGTH)
const content = z.string().trim().min(1, 'errors:required').max(CONTENT_MAX_LENGTH, 'errors:tooLong')

/** The fields that a user writes. The form, drafts, verbs, chat tool and export all follow this list. */
export const postFields = z.strictObject({ title, content })
/** A field of the schema that is missing here is a type error. */
export const emptyPost = { title: '', content: '' } satisfies Required<PostFields>
export const createPostInput = postFields.extend({ idempotencyKey: z.string().min(8).max(100).optional() })
/** `basedOn` is the `updatedAt` of the edited version, so that a concurrent change is not overwritten. */
export const updatePostInput = postFields.extend({ id, basedOn: z.date().optional() })

export type PostFields = z.output<typeof postFields>
export type CreatePostInput = z.output<typeof createPostInput>
export type UpdatePostInput = z.output<typeof updatePostInput>
