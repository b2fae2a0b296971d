import { Link } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { LargeMark, Mark } from '#/components/mark.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import { languageNames, languages } from '#/languages.ts'
import { useTranslate } from '@plinth/core/texts'
import { brand } from '#/brand.ts'
import { sourceLinks } from './source-links.ts'
import { ShowcaseSlot } from './showcase-slot.tsx'
import { SiteActions, SiteNavigation } from './site-navigation.tsx'
import { START_COMMAND, StartCommand } from './start-command.tsx'

type SignedIn = { signedIn: boolean }
/** With a demo, which one click opens. */
type Ways = SignedIn & { hasDemo: boolean }
type PitchPageProps = Ways & {
  /** The header of public pages, with the links of this one. */
  Header: ComponentType<{ className: string; navigation: ReactNode; actions: ReactNode }>
}

/** What the product is, how to start, and what it looks like. All text and links work without JavaScript. */
export function PitchPage({ signedIn, hasDemo, Header }: PitchPageProps) {
  return (
    <>
      <div className="sticky top-0 z-20 bg-background/88 backdrop-blur-md">
        <Header
          className="mx-auto max-w-[1168px] sm:px-6"
          navigation={<SiteNavigation />}
          actions={<SiteActions />}
        />
      </div>
      <main id="main" className="flex flex-1 flex-col">
        <div className="overflow-x-clip pt-12 sm:pt-20">
          <div className="mx-auto w-full max-w-[1168px] px-4 sm:px-6">
            <Hero signedIn={signedIn} hasDemo={hasDemo} />
            <ShowcaseSlot />
            <Closing signedIn={signedIn} />
          </div>
        </div>
        <Footer />
      </main>
    </>
  )
}

function Hero(ways: Ways) {
  const t = useTranslate()
  return (
    <section className="grid gap-5 sm:gap-7 lg:grid-cols-[minmax(0,1fr)_25rem] lg:gap-x-16">
      <h1 className="grid gap-4 hyphens-auto lg:col-span-2">
        <span className="text-base font-medium tracking-normal text-link">{t('pitch:title')}</span>
        <span className="max-w-[12.5em] text-[clamp(2.5rem,5vw,3.75rem)] leading-[1.04] font-semibold tracking-[-0.03em] text-balance">
          {t('pitch:promise')}
        </span>
      </h1>
      <p className="max-w-[34em] text-lg text-balance text-muted-foreground sm:text-[1.125rem] sm:leading-7">
        {t('pitch:lead', { brand: brand.name })}
      </p>
      <div className="flex flex-wrap gap-3 max-sm:*:flex-1 lg:col-start-1">
        <WaysIn {...ways} />
      </div>
      <StartCommand className="lg:col-start-2 lg:row-span-2 lg:row-start-2 lg:self-end" />
    </section>
  )
}

/** The demo first: it asks for nothing. */
function WaysIn({ signedIn, hasDemo }: Ways) {
  const t = useTranslate()
  if (signedIn)
    return (
      <Link to="/dashboard" className={buttonVariants({ size: 'lg' })}>
        {t('pitch:dashboard')}
      </Link>
    )
  return (
    <>
      {hasDemo ? (
        // oxlint-disable-next-line react/forbid-elements -- the browser sends it, with or without scripts
        <form method="post" action="/dev/demo" className="flex *:flex-1">
          <button type="submit" className={buttonVariants({ size: 'lg' })}>
            {t('pitch:demo')}
          </button>
        </form>
      ) : null}
      <Link
        to="/register"
        className={buttonVariants({ variant: hasDemo ? 'outline' : 'default', size: 'lg' })}
      >
        {t('pitch:start')}
      </Link>
    </>
  )
}

function Closing({ signedIn }: SignedIn) {
  const t = useTranslate()
  return (
    <section className="relative mt-20 grid justify-items-start gap-3 overflow-hidden rounded-xl bg-primary px-6 pt-12 pb-40 text-primary-foreground sm:mt-32 sm:px-14 sm:py-18 dark:border dark:border-border dark:bg-card dark:text-foreground">
      <LargeMark className="left-1/2 w-72 sm:left-[62%] sm:w-[64%]" />
      <h2 className="relative text-2xl font-semibold sm:text-3xl">{t('pitch:closing.title')}</h2>
      <p className="relative max-w-[46ch] text-lg opacity-80">{t('pitch:closing.text')}</p>
      <div className="relative mt-5 flex flex-wrap gap-3 max-sm:w-full max-sm:*:w-full">
        <Link
          to={signedIn ? '/dashboard' : '/register'}
          className="inline-flex h-11 items-center justify-center rounded-lg bg-background px-5 font-medium whitespace-nowrap text-foreground transition duration-[120ms] hover:bg-background/90 focus-visible:outline-background dark:bg-primary dark:text-primary-foreground dark:hover:bg-primary/88 dark:focus-visible:outline-ring"
        >
          {signedIn ? t('pitch:dashboard') : t('pitch:start')}
        </Link>
        <code className="inline-flex h-11 items-center justify-center rounded-lg border border-current/30 px-5 font-mono-system whitespace-nowrap select-all max-sm:justify-start max-w-full overflow-x-auto">
          {START_COMMAND}
        </code>
      </div>
    </section>
  )
}

function Footer() {
  const t = useTranslate()
  return (
    <footer className="mt-16 border-t border-border text-sm text-muted-foreground sm:mt-24">
      <div className="mx-auto flex w-full max-w-[1168px] flex-wrap items-center gap-x-6 gap-y-2 px-4 py-7 sm:px-6">
        <span className="flex items-center gap-2 text-base font-semibold text-foreground">
          <Mark className="size-5" />
          {brand.name}
        </span>
        <span className="mr-auto">{t('pitch:footer')}</span>
        {/* The select in the header needs scripts. */}
        <noscript>
          <span className="flex gap-5">
            {languages.map((language) => (
              <a key={language} href={`/?lng=${language}`} lang={language} hrefLang={language}>
                {languageNames[language].own}
              </a>
            ))}
          </span>
        </noscript>
        {sourceLinks().map(({ label, href }) => (
          <a key={href} href={href} className="rounded-sm py-1 hover:text-foreground">
            {t(label)}
          </a>
        ))}
      </div>
    </footer>
  )
}
