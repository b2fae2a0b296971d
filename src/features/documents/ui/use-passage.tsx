import { lazy, Suspense, useState } from 'react'
import type { Place } from './passage-dialog.tsx'

const PassageDialog = lazy(() => import('./passage-dialog.tsx'))

/** `open()` shows a passage in its document. Render `dialog` for it. */
export function usePassage() {
  const [shown, setShown] = useState<{ place: Place; count: number }>()
  const [isOpen, setOpen] = useState(false)
  function open(place: Place) {
    setShown((last) => ({ place, count: (last?.count ?? 0) + 1 }))
    setOpen(true)
  }
  const dialog = shown ? (
    <Suspense>
      <PassageDialog key={shown.count} place={shown.place} isOpen={isOpen} onOpenChange={setOpen} />
    </Suspense>
  ) : null
  return { open, dialog }
}
