import { useState } from 'react'
import { lazyPart } from '#/components/part/lazy-part.tsx'
import type { Place } from './passage-dialog.tsx'

const PassageDialog = lazyPart(() => import('./passage-dialog.tsx'))

/** `open()` shows a passage in its document. Render `dialog` for it. */
export function usePassage() {
  const [shown, setShown] = useState<{ place: Place; count: number }>()
  const [isOpen, setOpen] = useState(false)
  function open(place: Place) {
    setShown((last) => ({ place, count: (last?.count ?? 0) + 1 }))
    setOpen(true)
  }
  const dialog = shown ? (
    <PassageDialog key={shown.count} place={shown.place} isOpen={isOpen} onOpenChange={setOpen} />
  ) : null
  return { open, dialog }
}
