import { HeadContent, ScriptOnce, Scripts, useRouter } from '@tanstack/react-router'
import { useEffect, type CSSProperties, type ReactNode } from 'react'
import { earlySubmitScript } from '#/components/form/form.tsx'
import { earlyPressScript } from '#/components/menu-button.tsx'
import { FormLanguage, FormTexts } from '#/components/form/form-texts.tsx'
import {
  type TranslationKey,
  languageInCookie,
  languageInStorage,
  rememberLanguage,
  textsPath,
  toLanguage,
  useI18n,
} from '@plinth/core/texts'
import { brand } from '#/brand.ts'
import { PublicBanners } from '../public-banners.tsx'
import { RouterDevtools } from './devtools.tsx'
import { themeScript } from './theme.ts'
import { ToastHost } from './toast-host.tsx'

const accent = { '--brand-hue': brand.hue } as CSSProperties

/** The HTML around every page. */
export function RootDocument({ children }: { children: ReactNode }) {
  const { language, t, sent } = useI18n()
  const texts = sent()
  const { display, viewer } = useRouter().options.context
  useLanguageOfBrowser()
  return (
    // The theme script changes the class before hydration, and display settings change the attributes.
    <html lang={language} style={accent} {...display?.attributes} suppressHydrationWarning>
      <head>
        {/* Before the stylesheet: a later script would wait for it, and a frame could be painted first. */}
        <ScriptOnce>
          {import.meta.env.SSR ? `${themeScript};${earlySubmitScript};${earlyPressScript}` : ''}
        </ScriptOnce>
        {/* Needed before hydration. With the mode and credentials of `fetch`, or it would be fetched twice. */}
        {texts.names.map((name) => (
          <link key={name} rel="preload" as="fetch" href={textsPath(texts, name)} crossOrigin="anonymous" />
        ))}
        <HeadContent />
      </head>
      <body>
        <FormTexts value={(code, params) => t(code as TranslationKey, params)}>
          <FormLanguage value={language}>
            <PublicBanners viewer={viewer} />
            {children}
          </FormLanguage>
        </FormTexts>
        <ToastHost />
        {import.meta.env.DEV ? <RouterDevtools /> : null}
        <Scripts />
      </body>
    </html>
  )
}

/**
 * Switches the language once when the browser has a better source than the server: query `lng`, cookie, local
 * storage, session storage, then the signed-in user's stored choice. (The server already has the browser's
 * languages from Accept-Language.) The result is stored in the cookie for the next request.
 */
function useLanguageOfBrowser() {
  const i18n = useI18n()
  const router = useRouter()
  useEffect(() => {
    const inCookie = languageInCookie()
    const inQuery = toLanguage(new URLSearchParams(location.search).get('lng'))
    const asked =
      inQuery ?? inCookie ?? languageInStorage() ?? toLanguage(router.options.context.viewer?.language)
    if (!asked) return
    if (asked !== i18n.language) {
      i18n.changeLanguage(asked).then(
        () => router.invalidate(),
        // The page keeps its language; the next page tries again.
        (error: unknown) => console.warn(error),
      )
    } else if (asked !== inCookie) rememberLanguage(asked)
  }, [i18n, router])
}
