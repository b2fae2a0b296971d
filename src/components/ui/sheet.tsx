import { Drawer as Base } from '@base-ui/react/drawer'
import type { ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'
import { DialogOverlay, isUsedEscape, modalClass, ModalClose } from './dialog.tsx'

export {
  DialogClose as SheetClose,
  DialogDescription as SheetDescription,
  DialogFooter as SheetFooter,
  DialogHeader as SheetHeader,
  DialogTitle as SheetTitle,
  DialogTrigger as SheetTrigger,
} from './dialog.tsx'

const isPhone = () => typeof matchMedia === 'function' && matchMedia('(width < 40rem)').matches

/**
 * At the right edge of the screen, on phones at the bottom, from where a finger swipes it away. Weighs
 * 27 KB brotli: lazy-load what uses it.
 */
export function Sheet({ onOpenChange, ...props }: ComponentProps<typeof Base.Root>) {
  return (
    <Base.Root
      swipeDirection={isPhone() ? 'down' : 'right'}
      {...props}
      onOpenChange={(open, details) => {
        if (isUsedEscape(details)) details.cancel()
        else onOpenChange?.(open, details)
      }}
    />
  )
}

const atEdge =
  'sm:data-[ending-style]:translate-x-8 sm:starting:translate-x-8 sm:inset-y-0 sm:right-0 sm:left-auto sm:max-h-none sm:w-[min(30rem,calc(100vw-2rem))] sm:rounded-none sm:border-t-0 sm:border-l sm:pb-6'
type SheetContentProps = Omit<ComponentProps<typeof Base.Popup>, 'className'> & {
  className?: string
  showCloseButton?: boolean
}

/** Darker below a dialog that it opened. */
export function SheetContent({ className, children, showCloseButton = true, ...props }: SheetContentProps) {
  return (
    <Base.Portal>
      <DialogOverlay />
      <Base.Viewport className="in-data-nested-dialog-open:brightness-60">
        <Base.Popup
          data-slot="sheet-content"
          className={cn(modalClass, atEdge, 'max-sm:sheet-handle', className)}
          {...props}
        >
          <Base.Content className="contents">{children}</Base.Content>
          {showCloseButton ? <ModalClose /> : null}
        </Base.Popup>
      </Base.Viewport>
    </Base.Portal>
  )
}
