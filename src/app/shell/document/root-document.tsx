import { HeadContent, ScriptOnce, Scripts, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { earlySubmitScript } from '#/components/form/form.tsx'
import { FormTexts } from '#/components/form/form-texts.tsx'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useI18n } from '#/core/i18n/react.tsx'
import { RouterDevtools } from './devtools.tsx'
import { LanguageFromBrowser } from './language-from-browser.tsx'
import { SentTexts } from './sent-messages.tsx'
import { themeScript } from './theme.ts'
import { ToastHost } from './toast-host.tsx'

/** The HTML around every page. */
export function RootDocument({ children }: { children: ReactNode }) {
  const { language, t } = useI18n()
  const { display } = useRouter().options.context
  return (
    // The theme script sets a class before React looks; what the server has written about display is not
    // React's any more.
    <html lang={language} {...display?.attributes} suppressHydrationWarning>
      <head>
        {/* Before the stylesheet: a script after it waits for it, and the browser may paint a frame in between. */}
        <ScriptOnce>{import.meta.env.SSR ? `${themeScript};${earlySubmitScript}` : ''}</ScriptOnce>
        <HeadContent />
      </head>
      <body>
        <FormTexts value={(code, params) => t(code as TranslationKey, params)}>{children}</FormTexts>
        <ToastHost />
        <LanguageFromBrowser />
        <SentTexts />
        {import.meta.env.DEV ? <RouterDevtools /> : null}
        <Scripts />
      </body>
    </html>
  )
}
