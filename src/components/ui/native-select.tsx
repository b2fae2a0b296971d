import type { ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'
import { LineIcon } from '../line-icon.tsx'
import { inputClass } from './input.tsx'

/** A native select, which works with every phone and screen reader. */
export function NativeSelect({ className, ...props }: ComponentProps<'select'>) {
  return (
    <span data-slot="native-select-wrapper" className="relative block">
      <select
        data-slot="native-select"
        className={cn(inputClass, 'flex h-9 cursor-pointer items-center pr-9 pointer-coarse:h-11', className)}
        {...props}
      />
      <LineIcon className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted-foreground">
        <path d="m6 9 6 6 6-6" />
      </LineIcon>
    </span>
  )
}

export function NativeSelectOption(props: ComponentProps<'option'>) {
  return <option data-slot="native-select-option" {...props} />
}
