import { Link, useRouteContext } from '@tanstack/react-router'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '@plinth/core/texts'
import { sourceLinks } from './source-links.ts'

const linkClass =
  'rounded-lg px-3 py-2 font-medium text-muted-foreground transition duration-[120ms] hover:text-foreground'

/** Links to the sections of the home page, the documentation and the source. */
export function SiteNavigation() {
  const t = useTranslate()
  return (
    <nav aria-label={t('pitch:nav.label')} className="mr-auto ml-3 hidden md:flex">
      <a href="#features" className={linkClass}>
        {t('pitch:nav.features')}
      </a>
      <a href="#figures" className={linkClass}>
        {t('pitch:nav.figures')}
      </a>
      <a href="#steps" className={linkClass}>
        {t('pitch:nav.steps')}
      </a>
      {sourceLinks().map(({ label, href }) => (
        <a key={href} href={href} className={linkClass}>
          {t(label)}
        </a>
      ))}
    </nav>
  )
}

/** Links to sign in and sign up; for signed-in users, to their dashboard. */
export function SiteActions() {
  const t = useTranslate()
  const isSignedIn = useRouteContext({ from: '__root__', select: ({ viewer }) => Boolean(viewer) })
  if (isSignedIn) {
    return (
      <Link
        to="/dashboard"
        className={buttonVariants({ variant: 'outline', className: 'max-[23rem]:hidden' })}
      >
        {t('pitch:dashboard')}
      </Link>
    )
  }
  return (
    <>
      <Link to="/login" className={buttonVariants({ variant: 'ghost' })}>
        {t('pitch:nav.signIn')}
      </Link>
      <Link to="/register" className={buttonVariants({ className: 'max-sm:hidden' })}>
        {t('pitch:nav.signUp')}
      </Link>
    </>
  )
}
