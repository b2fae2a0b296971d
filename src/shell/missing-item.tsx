import { Link, useMatches } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '@plinth/core/texts'
import { Missing } from './missing.tsx'

/** Shown inside the layout for an item that does not exist, with a link to the page that lists such items. */
export function MissingItem() {
  const t = useTranslate()
  const list = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.crumb !== undefined),
  })
  const crumb = list?.staticData.crumb
  return (
    <Missing title={t('app:missing.title')} text={t('app:missing.text')}>
      <div className="flex flex-wrap justify-center gap-2">
        {list && crumb ? (
          <Link to={list.pathname} className={buttonVariants()}>
            <ArrowLeft className="size-4" aria-hidden="true" />
            {t(crumb)}
          </Link>
        ) : null}
        <Link to="/dashboard" className={buttonVariants({ variant: 'outline' })}>
          {t('app:missing.home')}
        </Link>
      </div>
    </Missing>
  )
}
