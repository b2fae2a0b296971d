import { Link, useMatches } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '@plinth/core/texts'
import { Missing } from './missing.tsx'
import { useListAbove } from './slots/navigation.ts'

/** Shown inside the layout for an item that does not exist, with a link to the page that lists such items. */
export function MissingItem() {
  const t = useTranslate()
  const level = useMatches({
    select: (matches) => {
      const list = matches.findLast(({ staticData }) => staticData.crumb !== undefined)
      return { to: list?.pathname, label: list?.staticData.crumb }
    },
    structuralSharing: true,
  })
  const list = useListAbove()
  const { to, label } = level.label ? level : { ...list }
  return (
    <Missing title={t('app:missing.title')} text={t('app:missing.text')}>
      <div className="flex flex-wrap justify-center gap-2">
        {to && label ? (
          <Link to={to} className={buttonVariants()}>
            <ArrowLeft className="size-4" aria-hidden="true" />
            {t(label)}
          </Link>
        ) : null}
        <Link to="/dashboard" className={buttonVariants({ variant: 'outline' })}>
          {t('app:missing.home')}
        </Link>
      </div>
    </Missing>
  )
}
