import { z } from 'zod'
import { hasControlCharacters } from '#/lib/safe-text.ts'

export const TEXT_MAX_LENGTH = 300
/** The whole list of a workspace is kept in the browser: it stays small. */
export const LIST_MAX_LENGTH = 500

const id = z.string().min(1).max(64)
const newId = z.string().regex(/^[\w-]{8,64}$/, 'errors:invalid')
const text = z
  .string()
  .trim()
  .min(1, 'errors:required')
  .max(TEXT_MAX_LENGTH, 'errors:tooLong')
  .refine((line) => !hasControlCharacters(line), 'errors:invalidText')

export const todoTextInput = z.strictObject({ text })
/** `id` may come from the client, so that the entry it shows at once is the one that is stored. */
export const createTodoInput = z.strictObject({ id: newId.optional(), text })
export const updateTodoInput = z.strictObject({
  id,
  text: text.optional(),
  completed: z.boolean().optional(),
})
export const todoIdInput = z.strictObject({ id })
/**
 * The event after which to go on; tRPC sends it again after a lost connection. Without one, everything is
 * sent first.
 */
export const todoChangesInput = z
  .strictObject({
    lastEventId: z
      .string()
      .regex(/^\d{1,18}$/, 'errors:invalid')
      .nullish(),
  })
  .prefault({})

export type CreateTodoInput = z.output<typeof createTodoInput>
export type UpdateTodoInput = z.output<typeof updateTodoInput>
export type TodoIdInput = z.output<typeof todoIdInput>
export type TodoChangesInput = z.output<typeof todoChangesInput>

/** An entry as it travels. `version` grows with every change in its workspace. */
export type Todo = { id: string; text: string; completed: boolean; createdAt: Date; version: number }
