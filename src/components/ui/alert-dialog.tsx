import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import type { ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'
import { Button } from './button.tsx'
import { DialogContent, DialogHeader } from './dialog.tsx'

export {
  DialogDescription as AlertDialogDescription,
  DialogFooter as AlertDialogFooter,
  DialogTitle as AlertDialogTitle,
} from './dialog.tsx'

/** A dialog that needs an answer: a press outside doesn't close it. */
export function AlertDialog(props: ComponentProps<typeof Base.Root>) {
  return <Base.Root {...props} />
}

export function AlertDialogTrigger(props: ComponentProps<typeof Base.Trigger>) {
  return <Base.Trigger data-slot="alert-dialog-trigger" {...props} />
}

export function AlertDialogContent(props: Omit<ComponentProps<typeof DialogContent>, 'showCloseButton'>) {
  return <DialogContent data-slot="alert-dialog-content" showCloseButton={false} {...props} />
}

export function AlertDialogHeader({ className, ...props }: ComponentProps<'div'>) {
  return <DialogHeader data-slot="alert-dialog-header" className={cn('pr-0', className)} {...props} />
}

/** Doesn't close the dialog, because the action may fail. */
export function AlertDialogAction(props: ComponentProps<typeof Button>) {
  return <Button data-slot="alert-dialog-action" {...props} />
}

export function AlertDialogCancel(props: ComponentProps<typeof Base.Close>) {
  return <Base.Close data-slot="alert-dialog-cancel" render={<Button variant="outline" />} {...props} />
}
