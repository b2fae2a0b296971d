import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#/components/ui/tabs.tsx'

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

/** Tabs kept in the URL as `?tab=`, so they can be linked to and work without JavaScript. */
export function LinkTabs({ label, tabs, selected, children }: LinkTabsProps) {
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Keeps the selected tab visible, because the list scrolls on phones.
    const tab = list.current?.querySelector(`[data-value=${selected}]`)
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [selected])

  return (
    <Tabs
      value={selected}
      orientation={useMedia(WIDE) ? 'vertical' : 'horizontal'}
      onValueChange={(tab) =>
        void navigate({ to: '.', search: { tab }, replace: true, resetScroll: false, viewTransition: false })
      }
      className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-[8.5rem_minmax(0,1fr)] lg:grid-cols-[11rem_minmax(0,57rem)] lg:gap-x-12"
    >
      <TabsList
        ref={list}
        aria-label={label}
        className="-mx-4 max-w-none scroll-px-4 px-1 max-md:fade-at-end [--ground:var(--background)] md:sticky md:top-22 md:-mx-2.5 md:flex-col md:gap-px md:self-start md:overflow-visible md:border-b-0 md:p-0 md:moving-mark md:[--mark-radius:8px] md:[--mark:var(--muted)]"
      >
        {tabs.map(({ id, label: name }) => (
          <TabsTrigger
            key={id}
            value={id}
            className="h-11 md:h-8 md:rounded-lg md:px-2.5 md:hover:bg-accent md:aria-selected:bg-muted md:aria-selected:shadow-none md:pointer-coarse:h-11"
            render={
              <Link to="." search={{ tab: id }} resetScroll={false} viewTransition={false}>
                {name}
              </Link>
            }
          />
        ))}
      </TabsList>
      <TabsContent value={selected}>{children}</TabsContent>
    </Tabs>
  )
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
