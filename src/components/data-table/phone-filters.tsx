import { ListFilter } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { cn } from '#/lib/cn.ts'

type PhoneFiltersProps = {
  label: string
  /** How many filters are set: a folded one must not go unnoticed. */
  count: number
  /** Only the icon, beside other buttons. */
  isIcon?: boolean
  children: ReactNode
}

/** The filters of a list beside its search field; on phones in lines below, folded behind one button. */
export function PhoneFilters({ label, count, isIcon = false, children }: PhoneFiltersProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <Button
        variant="outline"
        className={cn('max-sm:-order-1 sm:hidden', isIcon && 'px-3.5')}
        title={isIcon ? label : undefined}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <ListFilter className="size-4" aria-hidden="true" />
        <span className={isIcon ? 'sr-only' : undefined}>{label}</span>
        {count > 0 ? <Badge variant="secondary">{count}</Badge> : null}
      </Button>
      <div
        id={id}
        className={cn(
          'max-sm:w-full max-sm:grid-cols-2 max-sm:gap-2 max-[22.5rem]:grid-cols-1 sm:contents',
          isOpen ? 'max-sm:grid' : 'max-sm:hidden',
        )}
      >
        {children}
      </div>
    </>
  )
}
