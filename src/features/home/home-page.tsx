import { Link } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { Mark } from '#/components/mark.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import { languageNames, languages } from '#/languages.ts'
import { useTranslate } from '@plinth/core/texts'
import { brand } from '#/brand.ts'
import { Picture } from './picture.tsx'

type SignedIn = { signedIn: boolean }
type HomePageProps = SignedIn & {
  /** The header of public pages, with the links of this one. */
  Header: ComponentType<{ className: string; actions: ReactNode }>
}

/** The product's name, and the ways in. Everything works without JavaScript. */
export function HomePage({ signedIn, Header }: HomePageProps) {
  const t = useTranslate()
  return (
    <>
      <Header
        className="mx-auto max-w-[1168px] sm:px-6"
        actions={
          <span className="ml-2 flex gap-2 max-sm:hidden">
            <WaysIn signedIn={signedIn} size="default" />
          </span>
        }
      />
      <main id="main" className="flex flex-1 flex-col overflow-x-clip">
        <div className="mx-auto flex w-full max-w-[1168px] flex-1 flex-col items-center px-4 pt-14 sm:px-6 sm:pt-24">
          <h1 className="max-w-[16em] text-center text-[clamp(2.75rem,7vw,4.75rem)] leading-[1.04] font-semibold tracking-[-0.035em] text-balance wrap-anywhere">
            {brand.name}
          </h1>
          <p className="mt-5 max-w-[34em] text-center text-lg text-balance text-muted-foreground sm:text-xl">
            {t('home:lead')}
          </p>
          <div className="mt-8 flex w-full flex-wrap justify-center gap-3 max-sm:*:flex-1">
            <WaysIn signedIn={signedIn} size="lg" />
          </div>
          <Picture />
        </div>
        <Footer />
      </main>
    </>
  )
}

function WaysIn({ signedIn, size }: SignedIn & { size: 'default' | 'lg' }) {
  const t = useTranslate()
  if (signedIn)
    return (
      <Link to="/dashboard" className={buttonVariants({ size })}>
        {t('home:dashboard')}
      </Link>
    )
  return (
    <>
      <Link to="/login" className={buttonVariants({ variant: 'outline', size })}>
        {t('home:login')}
      </Link>
      <Link to="/register" className={buttonVariants({ size })}>
        {t('home:start')}
      </Link>
    </>
  )
}

function Footer() {
  return (
    <footer className="relative border-t border-border bg-background">
      <div className="mx-auto flex w-full max-w-[1168px] flex-wrap items-center gap-x-6 gap-y-2 px-4 py-6 text-sm text-muted-foreground sm:px-6">
        <span className="mr-auto flex items-center gap-2 font-medium text-foreground">
          <Mark className="size-5" />
          {brand.name}
        </span>
        {/* The select in the header needs scripts. */}
        <noscript>
          <span className="flex flex-wrap gap-x-5">
            {languages.map((language) => (
              <a key={language} href={`/?lng=${language}`} lang={language} hrefLang={language}>
                {languageNames[language].own}
              </a>
            ))}
          </span>
        </noscript>
      </div>
    </footer>
  )
}
