import { useState } from 'react'

const drafts = new Map<string, string>()

/**
 * The unsent words of a thread; they are still there when one comes back to it, until the page is loaded
 * anew.
 */
export function useDraft(threadId: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => (typeof window === 'undefined' ? '' : (drafts.get(threadId) ?? '')))
  return [
    text,
    (next) => {
      if (next === '') drafts.delete(threadId)
      else drafts.set(threadId, next)
      setText(next)
    },
  ]
}
