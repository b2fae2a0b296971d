import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useCallback, type ComponentProps } from 'react'
import { useFormTexts } from '#/components/form/form-texts.tsx'
import { cn } from '#/lib/cn.ts'
import { Button } from './button.tsx'

/** Whether something inside a dialog has used the Escape, which must not close the dialog as well. */
export function isUsedEscape({ reason, event }: { reason: string; event: Event }): boolean {
  return reason === 'escape-key' && event.defaultPrevented
}

/**
 * A modal dialog. An Escape that something in it has used, such as a search field, does not close it. Weighs
 * 17 KB brotli: lazy-load what uses it.
 */
export function Dialog({ onOpenChange, ...props }: ComponentProps<typeof Base.Root>) {
  return (
    <Base.Root
      {...props}
      onOpenChange={(open, details) => {
        if (isUsedEscape(details)) details.cancel()
        else onOpenChange?.(open, details)
      }}
    />
  )
}

// `starting:`, because a dialog whose code was loaded with the first press is open as soon as it is there.
export const modalClass = [
  'fixed z-50 grid max-h-[92dvh] content-start gap-4 overflow-y-auto scroll-pb-20 border-border bg-card p-4 text-card-foreground shadow-float outline-none',
  'inset-x-0 bottom-0 rounded-t-xl border-t pb-(--foot) [--foot:max(1rem,env(safe-area-inset-bottom))] sm:p-6 sm:[--foot:1.5rem]',
  'modal-motion max-sm:data-[ending-style]:translate-y-full max-sm:starting:translate-y-full',
  'sm:data-[ending-style]:opacity-0 sm:starting:opacity-0',
].join(' ')
const centered =
  'data-nested-dialog-open:opacity-0 sm:data-[ending-style]:scale-97 sm:starting:scale-97 sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[min(30rem,calc(100vw-2rem))] sm:-translate-1/2 sm:rounded-xl sm:border sm:pb-6'

/** Lets a dialog grow from the control that opened it, which still has the focus when the dialog is drawn. */
function growFromOpener(dialog: HTMLElement | null): void {
  const opener = document.activeElement
  if (!dialog || !opener || opener === document.body || dialog.contains(opener)) return
  const { x, y, width, height } = opener.getBoundingClientRect()
  const left = x + width / 2 - (innerWidth - dialog.offsetWidth) / 2
  const top = y + height / 2 - (innerHeight - dialog.offsetHeight) / 2
  dialog.style.transformOrigin = `${left}px ${top}px`
}

/** Behind dialogs and sheets. */
export function DialogOverlay() {
  return (
    <Base.Backdrop
      data-slot="dialog-overlay"
      className="modal-backdrop z-40 transition-opacity duration-80 data-[ending-style]:duration-180 data-[ending-style]:opacity-0 starting:opacity-0"
    />
  )
}

/** The close button of dialogs and sheets. */
export function ModalClose({ className }: { className?: string }) {
  const translate = useFormTexts()
  return (
    <Base.Close
      render={
        <Button
          variant="ghost"
          size="icon"
          className={cn(
            'absolute top-3 right-3 pointer-coarse:top-2 pointer-coarse:right-2 sm:top-5 sm:right-5',
            className,
          )}
          aria-label={translate('app:dialog.close')}
        />
      }
    >
      <X className="size-4" aria-hidden="true" />
    </Base.Close>
  )
}

type ModalContentProps = Omit<ComponentProps<typeof Base.Popup>, 'className'> & {
  className?: string
  showCloseButton?: boolean
}

/** Centered on wide screens, a bottom sheet on phones. Hidden while a dialog that it opened is shown. */
export function DialogContent({
  ref,
  className,
  children,
  showCloseButton = true,
  ...props
}: ModalContentProps) {
  const attach = useCallback(
    (dialog: HTMLDivElement | null) => {
      growFromOpener(dialog)
      if (typeof ref === 'function') ref(dialog)
      else if (ref) ref.current = dialog
    },
    [ref],
  )
  return (
    <Base.Portal>
      <DialogOverlay />
      <Base.Popup
        ref={attach}
        data-slot="dialog-content"
        className={cn(modalClass, centered, className)}
        {...props}
      >
        {children}
        {showCloseButton ? <ModalClose /> : null}
      </Base.Popup>
    </Base.Portal>
  )
}

/** Title and description, clear of the close button. */
export function DialogHeader({ className, ...props }: ComponentProps<'div'>) {
  return <div data-slot="dialog-header" className={cn('grid min-w-0 gap-1 pr-10', className)} {...props} />
}

/** The buttons, the main one first: it is on the right. */
export function DialogFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="dialog-footer"
      className={cn('flex flex-row-reverse flex-wrap justify-start gap-2 max-sm:*:flex-1', className)}
      {...props}
    />
  )
}

type PartProps<Part extends typeof Base.Title | typeof Base.Description> = Omit<
  ComponentProps<Part>,
  'className'
> & { className?: string }

export function DialogTitle({ className, ...props }: PartProps<typeof Base.Title>) {
  return (
    <Base.Title
      data-slot="dialog-title"
      className={cn('text-xl font-semibold wrap-anywhere', className)}
      {...props}
    />
  )
}

export function DialogDescription({ className, ...props }: PartProps<typeof Base.Description>) {
  return (
    <Base.Description
      data-slot="dialog-description"
      className={cn('text-muted-foreground wrap-anywhere', className)}
      {...props}
    />
  )
}

export function DialogTrigger(props: ComponentProps<typeof Base.Trigger>) {
  return <Base.Trigger data-slot="dialog-trigger" {...props} />
}

export function DialogClose(props: ComponentProps<typeof Base.Close>) {
  return <Base.Close data-slot="dialog-close" {...props} />
}
