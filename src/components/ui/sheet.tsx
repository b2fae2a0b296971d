import { Dialog as Base } from '@base-ui/react/dialog'
import type { ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'
import { DialogOverlay, modalClass, ModalClose } from './dialog.tsx'

export {
  Dialog as Sheet,
  DialogClose as SheetClose,
  DialogDescription as SheetDescription,
  DialogFooter as SheetFooter,
  DialogHeader as SheetHeader,
  DialogTitle as SheetTitle,
  DialogTrigger as SheetTrigger,
} from './dialog.tsx'

const sides = {
  right:
    'sm:data-[ending-style]:translate-x-8 sm:starting:translate-x-8 sm:inset-y-0 sm:right-0 sm:left-auto sm:max-h-none sm:w-[min(30rem,calc(100vw-2rem))] sm:rounded-none sm:border-t-0 sm:border-l sm:pb-6',
  bottom: '',
}

type SheetContentProps = Omit<ComponentProps<typeof Base.Popup>, 'className'> & {
  className?: string
  side?: keyof typeof sides
  showCloseButton?: boolean
}

/** At an edge of the screen, on phones always at the bottom. Darker below a dialog that it opened. */
export function SheetContent({
  className,
  children,
  side = 'right',
  showCloseButton = true,
  ...props
}: SheetContentProps) {
  return (
    <Base.Portal>
      <DialogOverlay />
      <Base.Popup
        data-slot="sheet-content"
        className={cn(modalClass, sides[side], 'data-nested-dialog-open:brightness-60', className)}
        {...props}
      >
        {children}
        {showCloseButton ? <ModalClose /> : null}
      </Base.Popup>
    </Base.Portal>
  )
}
