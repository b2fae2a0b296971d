import type { ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'

const base =
  'inline-flex cursor-pointer items-center justify-center gap-2 rounded-control text-base font-medium whitespace-nowrap transition-colors duration-100 select-none disabled:cursor-default disabled:opacity-60 pointer-coarse:h-11'

const variants = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover disabled:hover:bg-accent',
  secondary: 'border border-control bg-surface text-text hover:bg-sunken',
  quiet: 'text-text hover:bg-sunken',
  danger: 'border border-danger-border bg-danger-ground text-danger-text hover:brightness-95',
}
const sizes = { normal: 'h-9 px-4', small: 'h-8 px-3 text-sm', icon: 'size-9' }

export type ButtonLook = { variant?: keyof typeof variants; size?: keyof typeof sizes }

/** The look of a button, for links that are one. */
export const buttonClass = ({ variant = 'primary', size = 'normal' }: ButtonLook = {}, className?: string) =>
  cn(base, variants[variant], sizes[size], className)

/** A button; `type="button"` unless said otherwise, so that none submits by accident. */
export function Button({
  variant,
  size,
  className,
  type = 'button',
  ...props
}: ComponentProps<'button'> & ButtonLook) {
  // oxlint-disable-next-line react/button-has-type -- it has one, given or `button`
  return <button type={type} className={buttonClass({ variant, size }, className)} {...props} />
}
