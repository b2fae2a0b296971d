import { X } from 'lucide-react'
import { useEffect, useId, useRef, useSyncExternalStore, type RefObject } from 'react'
import { TitledSheet } from '#/components/dialog/titled-sheet.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '@plinth/core/texts'
import { PassageView, type Place } from './passage-view.tsx'

type PassagePanelProps = {
  place: Place
  isOpen: boolean
  onOpenChange: (open: boolean) => void
  /** Whether it was opened in a dialog, above which it is one, too. */
  isInDialog: boolean
  /** What gets the focus back. */
  opener: RefObject<Element | null>
}

/** A passage in its document: beside the chat where there is room for both, otherwise in a sheet. */
export default function PassagePanel(props: PassagePanelProps) {
  const { place, isOpen, onOpenChange, isInDialog } = props
  const hasRoom = useHasRoom()
  if (hasRoom && !isInDialog) return isOpen ? <Side {...props} /> : null
  return (
    <PassageView place={place}>
      {({ place: where, content }) => (
        <TitledSheet isOpen={isOpen} onOpenChange={onOpenChange} title={<bdi>{place.name}</bdi>} text={where}>
          {content}
        </TitledSheet>
      )}
    </PassageView>
  )
}

/** Escape and the button close it; the focus begins at the text, which arrow keys scroll. */
function Side({ place, onOpenChange, opener }: PassagePanelProps) {
  const t = useTranslate()
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  function close() {
    onOpenChange(false)
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the controls in it
    <aside
      ref={panel}
      aria-labelledby={id}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        close()
      }}
      className="flex w-90 shrink-0 flex-col border-l border-border bg-card outline-none transition-[opacity,translate] duration-180 starting:translate-x-4 starting:opacity-0 2xl:w-104"
    >
      <PassageView place={place} className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
        {({ place: where, content }) => (
          <>
            <header className="flex items-center gap-2 border-b border-border py-2 pr-2 pl-5">
              <div className="min-w-0 flex-1">
                <h2 id={id} className="truncate font-semibold">
                  <bdi>{place.name}</bdi>
                </h2>
                <p className="text-sm text-muted-foreground">{where}</p>
              </div>
              <Button variant="ghost" size="icon" aria-label={t('app:dialog.close')} onClick={close}>
                <X className="size-4" aria-hidden="true" />
              </Button>
            </header>
            <div className="flex min-h-0 flex-1 flex-col *:last:not-first:border-t *:last:not-first:border-border *:last:not-first:p-3">
              {content}
            </div>
          </>
        )}
      </PassageView>
    </aside>
  )
}

// The list of chats, 432 px for the conversation, and the passage.
const WIDE = '(min-width: 80rem)'

function useHasRoom(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(WIDE)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => matchMedia(WIDE).matches,
  )
}
