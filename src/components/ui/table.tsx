import type { ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'

// Roles are explicit, because browsers drop the implicit ones from tables that are laid out as cards.
const role = {
  table: 'table',
  group: 'rowgroup',
  row: 'row',
  head: 'columnheader',
  cell: 'cell',
} as const

export function Table({ className, ...props }: ComponentProps<'table'>) {
  return (
    <table role={role.table} data-slot="table" className={cn('w-full text-left', className)} {...props} />
  )
}

export function TableHeader(props: ComponentProps<'thead'>) {
  return <thead role={role.group} data-slot="table-header" {...props} />
}

export function TableBody(props: ComponentProps<'tbody'>) {
  return <tbody role={role.group} data-slot="table-body" {...props} />
}

export function TableRow({ className, ...props }: ComponentProps<'tr'>) {
  return (
    <tr
      role={role.row}
      data-slot="table-row"
      className={cn('border-border aria-selected:bg-accent', className)}
      {...props}
    />
  )
}

export function TableHead({ className, ...props }: ComponentProps<'th'>) {
  return (
    <th
      role={role.head}
      scope="col"
      data-slot="table-head"
      className={cn(
        'h-9 border-b border-border bg-card px-4 text-xs font-medium whitespace-nowrap text-muted-foreground',
        className,
      )}
      {...props}
    />
  )
}

export function TableCell({ className, ...props }: ComponentProps<'td'>) {
  return (
    <td
      role={role.cell}
      data-slot="table-cell"
      className={cn('min-w-0 tabular-nums', className)}
      {...props}
    />
  )
}
