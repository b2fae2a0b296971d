import { takeEarlyInput } from '#/components/form/type-into.ts'
import { cn } from '#/lib/cn.ts'
import type { CheckboxProps } from './checkbox.tsx'

/** A setting that applies immediately. A native checkbox underneath. */
export function Switch({ className, onCheckedChange, onChange, indeterminate: _, ...props }: CheckboxProps) {
  return (
    <input
      ref={takeEarlyInput}
      type="checkbox"
      // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says itself whether it is checked
      role="switch"
      data-slot="switch"
      onChange={(event) => {
        onChange?.(event)
        onCheckedChange?.(event.target.checked)
      }}
      className={cn('switch shrink-0 cursor-pointer disabled:cursor-default', className)}
      {...props}
    />
  )
}
