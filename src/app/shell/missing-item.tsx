import { Link } from '@tanstack/react-router'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { Missing } from './missing.tsx'

/** Shown inside the layout for an item that does not exist. */
export function MissingItem() {
  const t = useTranslate()
  return (
    <Missing title={t('app:missing.title')} text={t('app:missing.text')}>
      <Link to="/dashboard" className={buttonVariants({ variant: 'outline' })}>
        {t('app:missing.home')}
      </Link>
    </Missing>
  )
}
