import { createIsomorphicFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import { languages } from '#/languages.ts'
import type { PageSettings } from '@plinth/core/feature'
import {
  type Catalog,
  type Language,
  type SentTexts,
  type Texts,
  createBrowserI18n,
  inPseudoLanguage,
  provideLanguages,
} from '@plinth/core/texts'
import { signedOut } from '@plinth/core/auth/server'
import { reachServer } from '@plinth/core/client'
import { createServerI18n, currentRequest, languageOfRequest } from '@plinth/core/server'
import { displayInCookies, parseDisplay, shownAs } from '@plinth/core/format'
import type { RouterContext } from '../query-client/router-context.ts'
import { isSidebarCollapsed } from '../sidebar-state.ts'
import { getServices, signedInOf } from '@plinth/core/app/server'
import { pageSettings } from '@plinth/core/feature/server'

/** They come with the page. */
const beforeHydration: Partial<PageSettings> = {}

type PageStart = Omit<RouterContext, 'queries'> & {
  /** Loads the files with the translations, which the browser fetches since it read the head. */
  restoreI18n: (texts: SentTexts) => Promise<void>
  /** Empty for the cached copy of a public page, whose scripts are allowed by hash. */
  nonce: string | undefined
}

/** A page's initial state: read from the request on the server, empty in the browser until it is hydrated. */
export const readPageStart = createIsomorphicFn()
  .server(async (): Promise<PageStart> => {
    const request = getRequest()
    const isPage = currentRequest()?.isPage === true
    const {
      viewer,
      pendingSecondFactor = null,
      isOver = false,
    } = isPage ? await signedInOf(request.headers) : signedOut
    return {
      i18n: inPseudoLanguage(createServerI18n(languageOfRequest(request, viewer?.language)), request.url),
      restoreI18n: async () => {},
      viewer,
      pendingSecondFactor,
      sessionIsOver: isOver,
      sidebarCollapsed: isSidebarCollapsed(request.headers.get('cookie')),
      // A user's choice applies on every device; the cookie is for pages before the sign-in.
      display: shownAs(parseDisplay(viewer?.display) ?? displayInCookies(request.headers.get('cookie'))),
      pageSettings: pageSettings((await getServices()).env),
      nonce: currentRequest()?.nonce || undefined,
    }
  })
  .client(async (): Promise<PageStart> => {
    provideLanguages(languages)
    const i18n = createBrowserI18n(readFile)
    import.meta.hot?.on('texts:saved', ({ language, namespace, texts }: SavedTexts) =>
      i18n.update(language, namespace, texts),
    )
    return {
      i18n: inPseudoLanguage(i18n, location.href),
      restoreI18n: i18n.restore,
      viewer: null,
      pendingSecondFactor: null,
      sessionIsOver: false,
      sidebarCollapsed: false,
      display: undefined,
      pageSettings: beforeHydration as PageSettings,
      nonce: undefined,
    }
  })

/** What the development server sends when a file of texts is saved. */
export type SavedTexts = { language: Language; namespace: string; texts: Texts }

async function readFile(path: string): Promise<Catalog> {
  const response = await reachServer(path)
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return (await response.json()) as Catalog
}
