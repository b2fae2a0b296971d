import { useRouteContext } from '@tanstack/react-router'
import { z } from 'zod'
import type { PostFields } from '../posts.schema.ts'

/** As typed, so it may be invalid. A field of the schema that is missing here is a type error. */
const draftSchema = z.object({ title: z.string(), content: z.string() }) satisfies z.ZodType<PostFields>
export type PostDraft = z.output<typeof draftSchema>

/**
 * The unsent text of one form, stored in this browser per user and workspace: a lost connection, a closed tab
 * or an expired session loses nothing. `of` is the post's id, or `new`. Browser only.
 */
export function usePostDraft(of: string) {
  const actor = useRouteContext({ from: '__root__', select: (context) => context.viewer?.actor })
  const key = `draft:posts:${actor?.userId}:${actor?.workspace.organizationId ?? 'personal'}:${of}`
  return {
    read: (): PostDraft | undefined => {
      try {
        return draftSchema.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null')).data
      } catch {
        return undefined
      }
    },
    write: (draft: PostDraft) => attempt(() => localStorage.setItem(key, JSON.stringify(draft))),
    forget: () => attempt(() => localStorage.removeItem(key)),
  }
}

/** Storage may be blocked or full: then there is no draft. */
function attempt(store: () => void): void {
  try {
    store()
  } catch {
    // The text is still in the form.
  }
}
