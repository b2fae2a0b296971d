import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { Command as Base } from 'cmdk'
import { Search } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '#/lib/cn.ts'
import { Dialog, DialogOverlay, DialogTitle, ModalClose } from './dialog.tsx'

/** A list that is filtered by the input. */
export function Command(props: ComponentProps<typeof Base>) {
  return <Base data-slot="command" {...props} />
}

type CommandDialogProps = ComponentProps<typeof Dialog> & {
  title: string
  className?: string
  children: ReactNode
}

/**
 * A dialog around a `Command`, near the top of the screen, so that a shorter list doesn't move the input; on
 * phones the whole screen.
 */
export function CommandDialog({ title, className, children, ...props }: CommandDialogProps) {
  return (
    <Dialog {...props}>
      <BaseDialog.Portal>
        <DialogOverlay />
        <BaseDialog.Popup
          data-slot="command-dialog"
          className={cn(
            'fixed inset-x-3 top-[12vh] z-50 mx-auto max-w-xl overflow-hidden rounded-xl border border-border bg-popover text-popover-foreground shadow-float outline-none max-sm:inset-0 max-sm:max-w-none max-sm:rounded-none max-sm:border-0',
            'transition-[opacity,scale] duration-150 ease-out data-[ending-style]:scale-98 data-[ending-style]:opacity-0 starting:scale-98 starting:opacity-0',
            className,
          )}
        >
          <DialogTitle className="sr-only">{title}</DialogTitle>
          {children}
          <ModalClose className="top-1.5 right-2 pointer-coarse:top-1 pointer-coarse:right-1 sm:hidden" />
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </Dialog>
  )
}

/** Without a ring: in its dialog only the close button of phones can have the focus instead. */
export function CommandInput({ className, ...props }: ComponentProps<typeof Base.Input>) {
  return (
    <div
      data-slot="command-input-wrapper"
      className="flex items-center gap-3 border-b border-border px-4.5 max-sm:pr-13"
    >
      <Search className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
      <Base.Input
        data-slot="command-input"
        className={cn(
          'h-13 min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-muted-foreground',
          className,
        )}
        {...props}
      />
    </div>
  )
}

export function CommandList({ className, ...props }: ComponentProps<typeof Base.List>) {
  return (
    <Base.List
      data-slot="command-list"
      className={cn(
        'max-h-[min(26rem,50vh)] fade-at-bottom max-sm:max-h-[calc(100dvh-3.25rem)] [--ground:var(--popover)] scroll-py-2 scroll-pb-6 overflow-y-auto px-2 pt-2',
        className,
      )}
      {...props}
    />
  )
}

export function CommandEmpty({ className, ...props }: ComponentProps<typeof Base.Empty>) {
  return (
    <Base.Empty
      data-slot="command-empty"
      className={cn('px-3 py-10 text-center text-muted-foreground', className)}
      {...props}
    />
  )
}

export function CommandGroup({ className, ...props }: ComponentProps<typeof Base.Group>) {
  return (
    <Base.Group
      data-slot="command-group"
      className={cn(
        '**:[[cmdk-group-heading]]:px-2.5 **:[[cmdk-group-heading]]:pt-3 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:text-muted-foreground',
        className,
      )}
      {...props}
    />
  )
}

export function CommandItem({ className, ...props }: ComponentProps<typeof Base.Item>) {
  return (
    <Base.Item
      data-slot="command-item"
      className={cn(
        'flex min-h-10 cursor-pointer items-center gap-3 rounded-lg px-2.5 py-1 data-[selected=true]:bg-accent pointer-coarse:min-h-11',
        className,
      )}
      {...props}
    />
  )
}
