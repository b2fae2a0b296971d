import { useRouteContext } from '@tanstack/react-router'
import { emptyPost, fieldsOfPost } from '../posts.schema.ts'

/** The fields as typed, so they may be invalid. */
export type PostText = typeof emptyPost

/** `basedOn` is the version of the post that was edited. */
export type PostDraft = { text: PostText; basedOn?: Date | undefined }

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
        const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
        if (typeof stored !== 'object' || !stored) return undefined
        const basedOn = 'basedOn' in stored ? new Date(String(stored.basedOn)) : undefined
        return { text: fieldsOfPost(stored), basedOn }
      } catch {
        return undefined
      }
    },
    write: ({ text, basedOn }: PostDraft) =>
      attempt(() => localStorage.setItem(key, JSON.stringify({ ...text, basedOn }))),
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
