import type { ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'
import { inputClass } from './input.tsx'

/** A native select, which works with every phone and screen reader. */
export function NativeSelect({ className, ...props }: ComponentProps<'select'>) {
  return (
    <select
      data-slot="native-select"
      className={cn(inputClass, 'h-9 cursor-pointer pointer-coarse:h-11', className)}
      {...props}
    />
  )
}

export function NativeSelectOption(props: ComponentProps<'option'>) {
  return <option data-slot="native-select-option" {...props} />
}
