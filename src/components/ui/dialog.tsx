import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { useFormTexts } from '#/components/form/form-texts.tsx'
import { cn } from '#/lib/cn.ts'
import { Button } from './button.tsx'

export type DialogState = { isOpen: boolean; onOpenChange: (open: boolean) => void }

type DialogProps = DialogState & {
  title: string
  /** One sentence below the title. */
  text?: ReactNode
  /** Wider, for reading. */
  isWide?: boolean
  /** A full-height drawer on the right, for details of a list's item. */
  isDrawer?: boolean
  children: ReactNode
}

const popupClass = [
  'fixed z-50 grid max-h-[92dvh] content-start gap-4 overflow-y-auto border-border bg-card p-6 shadow-float outline-none',
  'inset-x-0 bottom-0 rounded-t-xl border-t pb-[max(1.5rem,env(safe-area-inset-bottom))]',
  'transition-[opacity,translate] duration-180 ease-out data-[ending-style]:opacity-0 data-[starting-style]:opacity-0',
  'max-sm:data-[ending-style]:translate-y-8 max-sm:data-[starting-style]:translate-y-8',
].join(' ')
const middle =
  'sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:-translate-1/2 sm:rounded-xl sm:border sm:pb-6'
const edge =
  'sm:inset-y-0 sm:right-0 sm:left-auto sm:max-h-none sm:rounded-none sm:border-t-0 sm:border-l sm:pb-6'
const narrow = 'sm:w-[min(30rem,calc(100vw-2rem))]'
const wide = 'sm:w-[min(46rem,calc(100vw-2rem))]'

/**
 * A modal dialog: centered on wide screens, a bottom sheet on phones. It traps the focus, closes on Escape
 * and returns the focus. A click outside closes it only while nothing has been typed. Weighs 17 KB brotli:
 * lazy-load what uses it.
 */
export function Dialog({ isOpen, onOpenChange, title, text, isWide, isDrawer, children }: DialogProps) {
  const translate = useFormTexts()
  const popup = useRef<HTMLDivElement>(null)
  const isTyped = useRef(false)
  // Focuses the first field instead of the close button; on phones nothing, which would open the keyboard.
  const firstField = () =>
    popup.current?.querySelector<HTMLElement>('input:not([type=file]), select, textarea')
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open, { reason }) => {
        if (reason === 'outside-press' && isTyped.current) return
        onOpenChange(open)
      }}
      onOpenChangeComplete={(open) => {
        // Not when it has finished opening: somebody may have typed meanwhile.
        if (!open) isTyped.current = false
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="modal-backdrop z-40 transition-opacity duration-180 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        <Base.Popup
          ref={popup}
          onInput={({ currentTarget, target }) => {
            // React also bubbles input from dialogs that were opened by this one.
            if (currentTarget.contains(target as Node)) isTyped.current = true
          }}
          className={cn(popupClass, isDrawer ? edge : middle, isWide ? wide : narrow)}
          initialFocus={(openedBy) => (openedBy === 'touch' ? true : (firstField() ?? true))}
        >
          <div className="flex items-start justify-between gap-4">
            <div className="grid min-w-0 gap-1">
              <Base.Title className="text-xl font-semibold wrap-anywhere">{title}</Base.Title>
              {text ? (
                <Base.Description className="text-muted-foreground wrap-anywhere">{text}</Base.Description>
              ) : null}
            </div>
            <Base.Close
              render={
                <Button
                  variant="ghost"
                  size="icon"
                  className="-mt-1 -mr-2 shrink-0"
                  aria-label={translate('app:dialog.close')}
                />
              }
            >
              <X className="size-4" aria-hidden="true" />
            </Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** The buttons of a dialog: on the right, the main one first on phones. `onCancel` adds a cancel button. */
export function DialogActions({ onCancel, children }: { onCancel?: () => void; children: ReactNode }) {
  const translate = useFormTexts()
  return (
    <div className="flex flex-wrap gap-2 max-sm:*:flex-1 sm:flex-row-reverse sm:justify-start">
      {children}
      {onCancel ? (
        <Button variant="outline" onClick={onCancel}>
          {translate('app:dialog.cancel')}
        </Button>
      ) : null}
    </div>
  )
}
