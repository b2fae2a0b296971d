import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useSyncExternalStore, type KeyboardEvent, type ReactNode } from 'react'

// Wide screens show the tabs next to the panel, narrow ones above it.
const WIDE = '(min-width: 48rem)'

type Tab = { id: string; label: string }
type LinkTabsProps = {
  /** Names the tab list for screen readers. */
  label: string
  tabs: readonly Tab[]
  selected: string
  children: ReactNode
}

/**
 * Tabs kept in the URL as `?tab=`, so they can be linked to and work without JavaScript. Keyboard support
 * follows WAI-ARIA: one Tab stop; arrow keys, Home and End select.
 */
export function LinkTabs({ label, tabs, selected, children }: LinkTabsProps) {
  const isVertical = useMedia(WIDE)
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The list scrolls on a phone: the selected tab must be visible.
    list.current?.querySelector(`#tab-${selected}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [selected])

  function move(event: KeyboardEvent) {
    const next = afterKey(event.key, {
      isVertical,
      from: tabs.findIndex(({ id }) => id === selected),
      count: tabs.length,
    })
    const tab = next === undefined ? undefined : tabs[next]
    if (!tab) return
    event.preventDefault()
    list.current?.querySelector<HTMLElement>(`#tab-${tab.id}`)?.focus()
    void navigate({
      to: '.',
      search: { tab: tab.id },
      replace: true,
      resetScroll: false,
      viewTransition: false,
    })
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-6 md:grid-cols-[8.5rem_minmax(0,1fr)] lg:grid-cols-[11rem_minmax(0,47rem)] lg:gap-x-12">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        aria-orientation={isVertical ? 'vertical' : 'horizontal'}
        className="-mx-4 flex scroll-px-4 overflow-x-auto border-border px-1 max-md:border-b sm:-mx-6 sm:px-3 md:sticky md:top-22 md:-mx-2.5 md:flex-col md:gap-px md:self-start md:overflow-visible md:p-0"
      >
        {tabs.map(({ id, label: name }) => (
          <Link
            key={id}
            id={`tab-${id}`}
            role="tab"
            to="."
            search={{ tab: id }}
            resetScroll={false}
            viewTransition={false}
            aria-selected={id === selected}
            aria-controls={id === selected ? 'tab-panel' : undefined}
            tabIndex={id === selected ? 0 : -1}
            onKeyDown={move}
            className="flex h-11 shrink-0 items-center px-3 font-medium text-muted-foreground hover:text-foreground aria-selected:text-foreground max-md:aria-selected:shadow-[inset_0_-2px_0_var(--foreground)] md:h-8 md:rounded-lg md:px-2.5 md:hover:bg-accent md:aria-selected:bg-muted md:pointer-coarse:h-11"
          >
            {name}
          </Link>
        ))}
      </div>
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${selected}`} className="min-w-0">
        {children}
      </div>
    </div>
  )
}

type Position = { isVertical: boolean; from: number; count: number }

/** The tab that a key selects from tab `from`; undefined for other keys. */
function afterKey(key: string, { isVertical, from, count }: Position): number | undefined {
  if (key === (isVertical ? 'ArrowDown' : 'ArrowRight')) return (from + 1) % count
  if (key === (isVertical ? 'ArrowUp' : 'ArrowLeft')) return (from - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
    () => true,
  )
}
