import { Link, useLocation } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import { useRef, useState, type ComponentType } from 'react'
import { showFailure } from '#/components/toast.ts'
import { useTranslate } from '@plinth/core/texts'
import { useMarkOfEntry, useNavigation } from './slots/navigation.ts'
import type { PhoneSheetProps } from './phone-sheet.tsx'

const PLACES_IN_BAR = 4
// Written once, for all items.
const itemsClass =
  '*:flex *:h-14 *:min-w-0 *:cursor-pointer *:flex-col *:items-center *:justify-center *:gap-1 *:rounded-lg *:px-1 *:text-[11px] *:leading-3 *:font-medium *:text-muted-foreground *:aria-[current]:text-link'

/** The navigation on phones: the first entries in a bar at the bottom, the rest in a sheet under More. */
export function PhoneBar() {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const [Sheet, setSheet] = useState<ComponentType<PhoneSheetProps>>()
  const opener = useRef<HTMLButtonElement>(null)
  const markOfEntry = useMarkOfEntry()
  const groups = useNavigation()
  const inBar = groups.flatMap(({ entries }) => entries).slice(0, PLACES_IN_BAR)
  const inSheet = groups.map((group) => ({
    ...group,
    entries: group.entries.filter((entry) => !inBar.includes(entry)),
  }))
  const pathname = useLocation({ select: (location) => location.pathname })
  const isInSheet = inSheet.some(({ entries }) =>
    entries.some(({ to, name }) => pathname.startsWith(to) || 'aria-current' in markOfEntry(name)),
  )

  async function open() {
    try {
      const { default: sheet } = await import('./phone-sheet.tsx')
      setSheet(() => sheet)
      setOpen(true)
    } catch (error) {
      await showFailure(error, t)
    }
  }

  return (
    <div
      data-phone-bar
      className="fixed inset-x-0 bottom-0 z-20 border-t border-border bg-background pb-[env(safe-area-inset-bottom)] [view-transition-name:phone-bar] [view-transition-class:bar] md:hidden"
    >
      <nav
        aria-label={t('app:nav.label')}
        className={`grid auto-cols-[minmax(min-content,1fr)] grid-flow-col px-1 ${itemsClass}`}
      >
        {inBar.map(({ to, label, Icon, name, exact }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: exact ?? false }}
            activeProps={{ 'aria-current': 'page' }}
            inactiveProps={markOfEntry(name)}
          >
            <Icon className="size-5" aria-hidden="true" />
            {t(label)}
          </Link>
        ))}
        <button
          ref={opener}
          type="button"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-current={isInSheet || undefined}
          onClick={() => void open()}
        >
          <Menu className="size-5" aria-hidden="true" />
          {t('app:nav.more')}
        </button>
      </nav>
      {Sheet ? <Sheet groups={inSheet} isOpen={isOpen} onOpenChange={setOpen} opener={opener} /> : null}
    </div>
  )
}
