import { Link } from '@tanstack/react-router'
import { Mark } from '#/components/mark.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'

/** Shown inside the layout for an item that does not exist. */
export function MissingItem() {
  const t = useTranslate()
  return (
    <div className="mx-auto grid w-full max-w-[1120px] justify-items-center gap-3 rounded-xl border border-dashed border-input px-6 py-16 text-center">
      <Mark className="size-10 text-muted-foreground" />
      <h1 className="text-xl font-semibold">{t('app:missing.title')}</h1>
      <p className="max-w-sm text-muted-foreground">{t('app:missing.text')}</p>
      <Link to="/dashboard" className={buttonVariants({ variant: 'outline' })}>
        {t('app:missing.home')}
      </Link>
    </div>
  )
}
