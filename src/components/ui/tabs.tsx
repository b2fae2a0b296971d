import {
  cloneElement,
  createContext,
  use,
  useId,
  useMemo,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactElement,
} from 'react'
import { cn } from '#/lib/cn.ts'

type TabsState = {
  id: string
  value: string | undefined
  orientation: 'horizontal' | 'vertical'
  select: (value: string) => void
}
const TabsContext = createContext<TabsState | undefined>(undefined)

function useTabs(): TabsState {
  const tabs = use(TabsContext)
  if (!tabs) throw new Error('A part of Tabs is outside of Tabs')
  return tabs
}

type TabsProps = Omit<ComponentProps<'div'>, 'defaultValue'> & {
  value?: string
  defaultValue?: string
  onValueChange?: (value: string) => void
  orientation?: TabsState['orientation']
}

/**
 * Tabs with one Tab stop: arrow keys, Home and End select, as WAI-ARIA describes. Links work before
 * hydration.
 */
export function Tabs({
  value,
  defaultValue,
  onValueChange,
  orientation = 'horizontal',
  className,
  ...props
}: TabsProps) {
  const id = useId()
  const [chosen, setChosen] = useState(defaultValue)
  const selected = value ?? chosen
  const tabs = useMemo((): TabsState => {
    function select(next: string) {
      setChosen(next)
      onValueChange?.(next)
    }
    return { id, value: selected, orientation, select }
  }, [id, selected, orientation, onValueChange])
  return (
    <TabsContext value={tabs}>
      <div
        data-slot="tabs"
        data-orientation={orientation}
        className={cn('flex gap-4 data-[orientation=horizontal]:flex-col', className)}
        {...props}
      />
    </TabsContext>
  )
}

/** Needs an `aria-label`. */
export function TabsList({ className, ...props }: ComponentProps<'div'>) {
  const { orientation, select } = useTabs()
  function move(event: KeyboardEvent<HTMLElement>) {
    const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
    const from = tabs.findIndex((tab) => tab === document.activeElement)
    const to = tabs[indexAfter(event.key, { orientation, from, count: tabs.length }) ?? -1]
    if (!to?.dataset.value) return
    event.preventDefault()
    to.focus()
    select(to.dataset.value)
  }
  return (
    <div
      role="tablist"
      tabIndex={-1}
      data-slot="tabs-list"
      aria-orientation={orientation}
      onKeyDown={move}
      className={cn('moving-line relative flex max-w-full overflow-x-auto border-b border-border', className)}
      {...props}
    />
  )
}

type TabsTriggerProps = Omit<ComponentProps<'button'>, 'value'> & {
  value: string
  /** A link that selects the tab by itself. */
  render?: ReactElement<{ className?: string }>
}

export function TabsTrigger({ value, render, className, ...props }: TabsTriggerProps) {
  const tabs = useTabs()
  const isSelected = value === tabs.value
  const tab = {
    ...props,
    id: `${tabs.id}-${value}`,
    role: 'tab',
    'data-slot': 'tabs-trigger',
    'data-value': value,
    'aria-selected': isSelected,
    'aria-controls': isSelected ? `${tabs.id}-panel` : undefined,
    tabIndex: isSelected ? 0 : -1,
    className: cn(
      'flex h-9 shrink-0 cursor-pointer items-center px-3 font-medium text-muted-foreground hover:text-foreground focus-visible:-outline-offset-2 aria-selected:text-foreground aria-selected:shadow-[inset_0_-2px_0_var(--foreground)] pointer-coarse:h-11',
      render?.props.className,
      className,
    ),
  }
  return render ? (
    cloneElement(render, tab)
  ) : (
    <button type="button" onClick={() => tabs.select(value)} {...tab} />
  )
}

export function TabsContent({ value, className, ...props }: ComponentProps<'div'> & { value: string }) {
  const tabs = useTabs()
  if (value !== tabs.value) return null
  return (
    <div
      role="tabpanel"
      data-slot="tabs-content"
      id={`${tabs.id}-panel`}
      aria-labelledby={`${tabs.id}-${value}`}
      className={cn('min-w-0', className)}
      {...props}
    />
  )
}

type Position = { orientation: TabsState['orientation']; from: number; count: number }

/** The tab that a key selects from tab `from`; undefined for other keys. */
function indexAfter(key: string, { orientation, from, count }: Position): number | undefined {
  const [back, forth] = orientation === 'vertical' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight']
  if (key === forth) return (from + 1) % count
  if (key === back) return (from - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}
