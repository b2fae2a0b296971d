import { z } from 'zod'
import { requiredText } from '@plinth/core/schema'

export const TEXT_MAX_LENGTH = 300
/** The browser keeps the whole list of a workspace, so it is limited. */
export const LIST_MAX_LENGTH = 500

const id = z.string().min(1).max(64)
const newId = z.string().regex(/^[\w-]{8,64}$/, 'errors:invalid')
const text = requiredText(TEXT_MAX_LENGTH)

export const todoTextInput = z.strictObject({ text })
/** The fields that a user writes. */
export const todoFields = todoTextInput.extend({ completed: z.boolean() })
/** `id` may come from the client, so that the optimistic to-do is the stored one. */
export const createTodoInput = z.strictObject({ id: newId.optional(), text })
export const updateTodoInput = z.strictObject({
  id,
  text: text.optional(),
  completed: z.boolean().optional(),
})
export const todoIdInput = z.strictObject({ id })
/**
 * The event to resume after, its version and time, which tRPC sends again after a lost connection. Without it
 * the whole list is sent first.
 */
export const todoChangesInput = z
  .strictObject({
    lastEventId: z
      .string()
      .regex(/^\d{1,18}(-\d{1,12})?$/, 'errors:invalid')
      .nullish(),
  })
  .prefault({})

export type CreateTodoInput = z.output<typeof createTodoInput>
export type UpdateTodoInput = z.output<typeof updateTodoInput>
export type TodoIdInput = z.output<typeof todoIdInput>
export type TodoChangesInput = z.output<typeof todoChangesInput>

/** A to-do for clients. `version` grows with every change in its workspace. */
export type Todo = {
  id: string
  text: string
  completed: boolean
  createdAt: Date
  /** Null once the account is gone. */
  createdBy: { id: string; name: string; image: string | null } | null
  version: number
}
