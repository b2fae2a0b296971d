import { useImperativeHandle, useLayoutEffect, useRef, type ComponentProps } from 'react'
import { takeEarlyInput } from '#/components/form/type-into.ts'
import { cn } from '#/lib/cn.ts'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'size'> & {
  onCheckedChange?: (checked: boolean) => void
  /** Some but not all of its items are checked. */
  indeterminate?: boolean
}

/** The browser's own checkbox: works before hydration and is part of its form. */
export function Checkbox({
  className,
  indeterminate = false,
  onCheckedChange,
  onChange,
  ref,
  ...props
}: CheckboxProps) {
  const box = useRef<HTMLInputElement | null>(null)
  useImperativeHandle(ref, () => box.current as HTMLInputElement, [])
  useLayoutEffect(() => takeEarlyInput(box.current), [])
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate
  })
  return (
    <input
      type="checkbox"
      data-slot="checkbox"
      ref={box}
      onChange={(event) => {
        onChange?.(event)
        onCheckedChange?.(event.target.checked)
      }}
      className={cn(
        'block checkbox size-4 shrink-0 cursor-pointer disabled:cursor-default pointer-coarse:size-6',
        className,
      )}
      {...props}
    />
  )
}
