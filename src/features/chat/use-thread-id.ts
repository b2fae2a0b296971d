import { useState } from 'react'
import { createId } from '#/lib/create-id.ts'

/**
 * Which thread is shown: the one of the address, or a new one whose id is chosen here. `isOwn`: begun on this
 * page, so that nothing has to be fetched to show it, and its address may come while its first answer is
 * being made.
 */
export function useThreadId(thread: string | undefined) {
  const [own, setOwn] = useState(() => ({ id: createId(), isSaved: false }))
  // The address has left it: the next new one is another.
  if (own.isSaved && thread === undefined) setOwn({ id: createId(), isSaved: false })
  else if (!own.isSaved && thread === own.id) setOwn({ ...own, isSaved: true })
  const id = thread ?? own.id
  return {
    id,
    isStored: thread !== undefined,
    isOwn: id === own.id,
    startNew: () => setOwn({ id: createId(), isSaved: false }),
  }
}
