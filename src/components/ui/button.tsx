import { cloneElement, type ComponentProps, type ReactElement } from 'react'
import { cn } from '#/lib/cn.ts'

// `.button` is in the style sheet: a page has a dozen of them.
const base = 'button pointer-coarse:h-11'

// Forced colors remove the background, so filled buttons get a border.
const variants = {
  default:
    'bg-primary text-primary-foreground shadow-xs hover:bg-primary/88 disabled:hover:bg-primary forced-colors:border',
  secondary: 'bg-secondary text-secondary-foreground hover:bg-secondary/80 forced-colors:border',
  outline:
    'border border-foreground/18 bg-card text-foreground shadow-xs hover:bg-accent dark:bg-secondary dark:hover:bg-accent',
  ghost: 'text-foreground hover:bg-accent',
  destructive:
    'bg-destructive text-destructive-foreground shadow-xs hover:bg-destructive/88 disabled:hover:bg-destructive forced-colors:border',
  link: 'text-link underline-offset-4 hover:underline',
}
const sizes = {
  default: 'h-9 px-4',
  xs: 'h-7 px-2 text-xs',
  sm: 'h-8 px-3 text-sm pointer-coarse:px-4 pointer-coarse:text-base',
  lg: 'h-11 px-5',
  icon: 'size-9 pointer-coarse:w-11',
  'icon-xs': 'size-7 pointer-coarse:w-11',
  'icon-sm': 'size-8 pointer-coarse:w-11',
  'icon-lg': 'size-11',
}

export type ButtonVariants = { variant?: keyof typeof variants; size?: keyof typeof sizes }

/** The classes of a button, for links that look like one. */
export const buttonVariants = ({
  variant = 'default',
  size = 'default',
  className,
}: ButtonVariants & { className?: string } = {}) => cn(base, variants[variant], sizes[size], className)

type ButtonProps = ComponentProps<'button'> &
  ButtonVariants & {
    /** Renders another element with this look, such as a link. */
    render?: ReactElement<{ className?: string }>
    /** Base UI's hint that `render` is not a button; unused here. */
    nativeButton?: boolean
  }

/** A button with `type="button"` by default, so that none submits by accident. */
export function Button({
  variant,
  size,
  className,
  type = 'button',
  render,
  nativeButton: _,
  ...props
}: ButtonProps) {
  const own = {
    'data-slot': 'button',
    ...props,
    className: buttonVariants({ variant, size, className: cn(render?.props.className, className) }),
  }
  if (render) return cloneElement(render, own)
  // oxlint-disable-next-line react/button-has-type -- it has one, given or `button`
  return <button type={type} {...own} />
}
