import type { ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'size'> & {
  onCheckedChange?: (checked: boolean) => void
  /** Some but not all of what it stands for. */
  indeterminate?: boolean
}

/** The browser's own checkbox: works before hydration and is part of its form. */
export function Checkbox({
  className,
  indeterminate = false,
  onCheckedChange,
  onChange,
  ...props
}: CheckboxProps) {
  return (
    <input
      type="checkbox"
      data-slot="checkbox"
      ref={(box) => {
        if (box) box.indeterminate = indeterminate
      }}
      onChange={(event) => {
        onChange?.(event)
        onCheckedChange?.(event.target.checked)
      }}
      className={cn(
        'block checkbox size-4 shrink-0 cursor-pointer rounded-sm disabled:cursor-default pointer-coarse:size-6',
        className,
      )}
      {...props}
    />
  )
}
