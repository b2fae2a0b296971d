import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useSyncExternalStore, type KeyboardEvent, type ReactNode } from 'react'

// Beside the panel where there is room, above it elsewhere.
const BESIDE = '(min-width: 48rem)'

type Tab = { id: string; label: string }
type LinkTabsProps = {
  /** What the tabs are of, for screen readers. */
  label: string
  tabs: readonly Tab[]
  selected: string
  children: ReactNode
}

/**
 * Tabs whose choice stands in the address as `?tab=`, so that each can be linked to, and works before any
 * script is there. By keyboard as WAI-ARIA has it: one stop for Tab, arrows, Home and End choose.
 */
export function LinkTabs({ label, tabs, selected, children }: LinkTabsProps) {
  const isBeside = useMedia(BESIDE)
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The list scrolls on a phone: the chosen tab must be seen.
    list.current?.querySelector(`#tab-${selected}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [selected])

  function move(event: KeyboardEvent) {
    const next = afterKey(event.key, {
      isBeside,
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
    <div className="grid gap-x-10 gap-y-6 md:grid-cols-[12.5rem_minmax(0,1fr)]">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        aria-orientation={isBeside ? 'vertical' : 'horizontal'}
        className="-mx-4 flex scroll-px-4 gap-1 overflow-x-auto px-4 py-1 max-md:border-b max-md:border-border max-md:pb-2 md:mx-0 md:flex-col md:self-start md:overflow-visible md:p-0"
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
            className="rounded-lg px-3 py-2 whitespace-nowrap text-muted-foreground hover:bg-accent hover:text-foreground aria-selected:bg-muted aria-selected:font-medium aria-selected:text-foreground pointer-coarse:py-3 md:whitespace-normal"
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

type Place = { isBeside: boolean; from: number; count: number }

/** Where a key leads from tab `from`; undefined for a key that is none of the tabs'. */
function afterKey(key: string, { isBeside, from, count }: Place): number | undefined {
  if (key === (isBeside ? 'ArrowDown' : 'ArrowRight')) return (from + 1) % count
  if (key === (isBeside ? 'ArrowUp' : 'ArrowLeft')) return (from - 1 + count) % count
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
