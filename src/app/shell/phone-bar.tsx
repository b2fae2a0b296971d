import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useRef, useState, type ComponentType } from 'react'
import { showToast } from '#/components/toast.ts'
import type { Viewer } from '#/core/auth/viewer.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { useNavigation } from '../registry/navigation.ts'
import type { PhoneSheetProps } from './phone-sheet.tsx'

const PLACES_IN_BAR = 4
const itemClass =
  'flex min-w-0 flex-auto cursor-pointer flex-col items-center gap-0.5 rounded-lg px-1 py-1.5 text-xs text-muted-foreground'

/** The navigation of a phone: the first places in a bar below, everything else in a sheet under More. */
export function PhoneBar({ viewer }: { viewer: Viewer }) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const [Sheet, setSheet] = useState<ComponentType<PhoneSheetProps>>()
  const opener = useRef<HTMLButtonElement>(null)
  const places = useNavigation().flatMap(({ entries }) => entries)

  async function open() {
    try {
      const { default: sheet } = await import('./phone-sheet.tsx')
      setSheet(() => sheet)
      setOpen(true)
    } catch {
      await showToast('error', t('errors:offline'))
    }
  }

  return (
    <div
      data-phone-bar
      className="fixed inset-x-0 bottom-0 z-20 border-t border-border bg-card pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <nav aria-label={t('app:nav.label')} className="flex justify-around px-2 py-1">
        {places.slice(0, PLACES_IN_BAR).map(({ to, label, Icon, exact }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: exact ?? false }}
            className={itemClass}
            activeProps={{ className: 'font-medium text-foreground', 'aria-current': 'page' }}
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
          className={itemClass}
          onClick={() => void open()}
        >
          <Ellipsis className="size-5" aria-hidden="true" />
          {t('app:nav.more')}
        </button>
      </nav>
      {Sheet ? (
        <Sheet
          viewer={viewer}
          places={places.slice(PLACES_IN_BAR)}
          isOpen={isOpen}
          onOpenChange={setOpen}
          opener={opener}
        />
      ) : null}
    </div>
  )
}
