import { ChevronRight } from 'lucide-react'
import { cloneElement, type ComponentProps, type ReactElement } from 'react'
import { cn } from '#/lib/cn.ts'

/** Needs an `aria-label`. */
export function Breadcrumb({ className, ...props }: ComponentProps<'nav'>) {
  return <nav data-slot="breadcrumb" className={cn('min-w-0', className)} {...props} />
}

export function BreadcrumbList({ className, ...props }: ComponentProps<'ol'>) {
  return <ol data-slot="breadcrumb-list" className={cn('flex items-center gap-1.5', className)} {...props} />
}

export function BreadcrumbItem({ className, ...props }: ComponentProps<'li'>) {
  return (
    <li
      data-slot="breadcrumb-item"
      className={cn('inline-flex items-center gap-1.5', className)}
      {...props}
    />
  )
}

type BreadcrumbLinkProps = ComponentProps<'a'> & { render?: ReactElement<{ className?: string }> }

/** `render` is the router's link. */
export function BreadcrumbLink({ className, render, ...props }: BreadcrumbLinkProps) {
  const own = {
    'data-slot': 'breadcrumb-link',
    ...props,
    className: cn(
      'rounded-sm text-muted-foreground hover:text-foreground',
      render?.props.className,
      className,
    ),
  }
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- its caller gives it
  return render ? cloneElement(render, own) : <a {...own} />
}

/** The current page. */
export function BreadcrumbPage({ className, ...props }: ComponentProps<'span'>) {
  return (
    <span
      data-slot="breadcrumb-page"
      aria-current="page"
      className={cn('truncate font-medium', className)}
      {...props}
    />
  )
}

/** Rendered inside the item that follows it, so that the list contains only pages. */
export function BreadcrumbSeparator({ className, ...props }: ComponentProps<typeof ChevronRight>) {
  return (
    <ChevronRight
      data-slot="breadcrumb-separator"
      aria-hidden="true"
      className={cn('size-4 shrink-0 text-muted-foreground', className)}
      {...props}
    />
  )
}
