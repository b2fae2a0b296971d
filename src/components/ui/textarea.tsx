import type { ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'
import { inputClass } from './input.tsx'

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      data-slot="textarea"
      className={cn(inputClass, 'min-h-40 py-2 text-lg', className)}
      {...props}
    />
  )
}
