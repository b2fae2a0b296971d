import { useState } from 'react'

const drafts = new Map<string, string>()

/**
 * The unsent text of a thread. It is kept while other threads are shown, until the page is reloaded.
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
