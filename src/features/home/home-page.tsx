import { Link } from '@tanstack/react-router'
import { Mark } from '#/components/mark.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { brand } from '#/lib/brand.ts'
import { Figures } from './figures.tsx'
import { Palette } from './palette.tsx'
import type { Preferences } from './preferences.ts'
import { StartCommand } from './start-command.tsx'
import { TryIt } from './try-it.tsx'

const inside = [
  'accounts',
  'organizations',
  'posts',
  'todos',
  'chat',
  'administration',
  'database',
  'mail',
  'languages',
  'security',
  'ownData',
  'growth',
] as const

type HomePageProps = { signedIn: boolean; preferences: Preferences }

/**
 * What the product is, who it is for, how to start, and parts of it to try. All text and links work without
 * JavaScript.
 */
export function HomePage({ signedIn, preferences }: HomePageProps) {
  const t = useTranslate()
  return (
    <>
      <div className="mx-auto grid w-full max-w-6xl gap-20 px-4 pt-10 pb-16 sm:px-6 sm:pt-16 lg:gap-28">
        <section className="grid items-center gap-10 lg:grid-cols-[1.1fr_1fr] lg:gap-16">
          <Promise signedIn={signedIn} />
          <div className="slab-pattern grid content-center rounded-xl lg:min-h-[30rem] lg:p-10 noscript:hidden">
            <Palette signedIn={signedIn} preferences={preferences} />
          </div>
        </section>
        <section aria-labelledby="pieces" className="grid gap-6">
          <div className="grid gap-1">
            <h2 id="pieces" className="text-2xl font-semibold">
              {t('home:pieces.title')}
            </h2>
            <p className="text-muted-foreground">{t('home:pieces.intro')}</p>
          </div>
          <TryIt preferences={preferences} />
        </section>
        <Figures />
        <Inside />
      </div>
      <Footer />
    </>
  )
}

function Promise({ signedIn }: { signedIn: boolean }) {
  const t = useTranslate()
  return (
    <div className="grid justify-items-start gap-6">
      <h1 className="grid gap-3 hyphens-auto">
        <span className="text-base font-medium tracking-normal text-link">{t('home:title')}</span>
        <span className="text-3xl font-semibold sm:text-4xl">{t('home:promise')}</span>
      </h1>
      <p className="max-w-xl text-lg text-muted-foreground">{t('home:lead', { brand: brand.name })}</p>
      <StartCommand />
      <div className="flex flex-wrap gap-3">
        {signedIn ? (
          <Link to="/dashboard" className={buttonVariants()}>
            {t('home:dashboard')}
          </Link>
        ) : (
          <>
            <Link to="/register" className={buttonVariants()}>
              {t('home:start')}
            </Link>
            <Link to="/login" className={buttonVariants({ variant: 'outline' })}>
              {t('home:login')}
            </Link>
          </>
        )}
      </div>
    </div>
  )
}

function Inside() {
  const t = useTranslate()
  return (
    <section aria-labelledby="inside" className="grid gap-6">
      <h2 id="inside" className="text-2xl font-semibold">
        {t('home:inside.title')}
      </h2>
      <ul className="grid gap-x-12 sm:grid-cols-2 lg:grid-cols-3">
        {inside.map((name) => (
          <li key={name} className="grid content-start gap-1 border-t border-border py-5">
            <h3 className="text-lg font-semibold">{t(`home:inside.${name}.title`)}</h3>
            <p className="text-muted-foreground">{t(`home:inside.${name}.text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Footer() {
  const t = useTranslate()
  return (
    <footer className="mt-auto border-t border-border">
      <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center gap-x-4 gap-y-2 px-4 py-6 text-sm text-muted-foreground sm:px-6">
        <Mark className="size-5 shrink-0" />
        <span className="font-medium text-foreground">{brand.name}</span>
        <span>{t('home:footer')}</span>
      </div>
    </footer>
  )
}
