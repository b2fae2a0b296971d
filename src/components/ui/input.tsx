import type { ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'

/** The shared look of inputs, textareas and selects. */
export const inputClass =
  'block w-full min-w-0 rounded-lg border border-field bg-card px-3 text-base text-foreground outline-offset-0 placeholder:text-muted-foreground aria-invalid:border-destructive-text aria-invalid:focus-visible:border-transparent disabled:opacity-60 pointer-coarse:text-lg'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return (
    <input data-slot="input" className={cn(inputClass, 'h-9 pointer-coarse:h-11', className)} {...props} />
  )
}
