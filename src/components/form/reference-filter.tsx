import { useHydrated } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { lazyPart } from '../part/lazy-part.tsx'
import { Button } from '#/components/ui/button.tsx'
import type { ReferenceProps } from './reference-box.tsx'

// Loaded when the filter is first used: a list is shown without it.
const ReferenceBox = lazyPart(async () => ({ default: (await import('./reference-box.tsx')).ReferenceBox }), {
  pending: ({ input }) => <Closed placeholder={input?.placeholder} />,
})

type ReferenceFilterProps = ReferenceProps & {
  label: string
  /** Shown while it does not narrow the list. */
  placeholder: string
  value: string | undefined
  onValueChange: (id: string | undefined) => void
}

/** Narrows a list to what refers to one of many. */
export function ReferenceFilter({
  label,
  placeholder,
  value,
  onValueChange,
  ...props
}: ReferenceFilterProps) {
  const isHydrated = useHydrated()
  const [isUsed, setUsed] = useState(false)
  return (
    <div className="w-44">
      {isHydrated && (isUsed || value !== undefined) ? (
        <ReferenceBox
          {...props}
          input={{ 'aria-label': label, placeholder }}
          canClear
          startsOpen={isUsed}
          value={value ?? null}
          onValueChange={(id) => onValueChange(id ?? undefined)}
        />
      ) : (
        <Closed placeholder={placeholder} onClick={() => setUsed(true)} />
      )}
    </div>
  )
}

function Closed({
  placeholder,
  onClick,
}: Pick<ComponentProps<'input'>, 'placeholder'> & { onClick?: () => void }) {
  return (
    <Button
      variant="outline"
      aria-haspopup="listbox"
      onClick={onClick}
      className="w-full justify-between pr-2.5 pl-3 active:scale-100"
    >
      <span className="truncate">{placeholder}</span>
      <ChevronDown className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
    </Button>
  )
}
