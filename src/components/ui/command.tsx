import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { Command as Base } from 'cmdk'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '#/lib/cn.ts'
import { Dialog, DialogOverlay, DialogTitle } from './dialog.tsx'

/** A list that is filtered by the input. */
export function Command(props: ComponentProps<typeof Base>) {
  return <Base data-slot="command" {...props} />
}

type CommandDialogProps = ComponentProps<typeof Dialog> & {
  title: string
  className?: string
  children: ReactNode
}

/** A dialog around a `Command`, near the top of the screen, so that a shorter list doesn't move the input. */
export function CommandDialog({ title, className, children, ...props }: CommandDialogProps) {
  return (
    <Dialog {...props}>
      <BaseDialog.Portal>
        <DialogOverlay />
        <BaseDialog.Popup
          data-slot="command-dialog"
          className={cn(
            'fixed inset-x-3 top-[12vh] z-50 mx-auto max-w-xl overflow-hidden rounded-xl border border-border bg-card text-card-foreground shadow-float outline-none',
            className,
          )}
        >
          <DialogTitle className="sr-only">{title}</DialogTitle>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </Dialog>
  )
}

export function CommandInput({ className, ...props }: ComponentProps<typeof Base.Input>) {
  return (
    <Base.Input
      data-slot="command-input"
      className={cn(
        'h-12 w-full rounded-t-xl border-b border-border bg-transparent px-4 text-lg placeholder:text-muted-foreground focus-visible:-outline-offset-2',
        className,
      )}
      {...props}
    />
  )
}

export function CommandList({ className, ...props }: ComponentProps<typeof Base.List>) {
  return (
    <Base.List
      data-slot="command-list"
      className={cn('max-h-[50vh] overflow-y-auto p-2', className)}
      {...props}
    />
  )
}

export function CommandEmpty({ className, ...props }: ComponentProps<typeof Base.Empty>) {
  return (
    <Base.Empty
      data-slot="command-empty"
      className={cn('px-3 py-6 text-center text-muted-foreground', className)}
      {...props}
    />
  )
}

export function CommandGroup({ className, ...props }: ComponentProps<typeof Base.Group>) {
  return (
    <Base.Group
      data-slot="command-group"
      className={cn(
        '**:[[cmdk-group-heading]]:px-3 **:[[cmdk-group-heading]]:pt-3 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:text-muted-foreground',
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
        'flex h-9 cursor-pointer items-center gap-2.5 rounded-lg px-3 data-[selected=true]:bg-accent pointer-coarse:h-11',
        className,
      )}
      {...props}
    />
  )
}
