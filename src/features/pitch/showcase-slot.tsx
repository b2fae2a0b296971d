import { createIsomorphicFn } from '@tanstack/react-start'
import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { type I18n, useI18n } from '@plinth/core/texts'
import { Showcase } from './ui/showcase/showcase.tsx'

let loaded: ComponentType | undefined

// The compiler keeps one side of each: the server imports the showcase statically, the browser on demand.

const loadInBrowser = createIsomorphicFn().client(async (i18n: I18n): Promise<void> => {
  const [{ Showcase: code }] = await Promise.all([
    import('./ui/showcase/showcase.tsx'),
    i18n.load(['showcase', 'roles']),
  ])
  loaded = code
})

/** Loads the showcase and its messages, which a server-rendered page already has in its HTML. */
export async function loadShowcase(i18n: I18n): Promise<void> {
  await loadInBrowser(i18n)
}

const showcaseOnServer = createIsomorphicFn()
  .server((): ReactNode => <Showcase />)
  .client((): ReactNode => null)

const TURN_MS = 500

/** On phones, where not all of the tour is in view: scrolls to each part as it lights up. */
function followTour({ target }: Event): void {
  if (!(target instanceof HTMLInputElement && target.checked) || innerWidth >= 768) return
  // The style sheet takes it away where nothing may move.
  document.documentElement.style.scrollBehavior = 'smooth'
  for (const part of document.querySelectorAll<HTMLElement>('[data-lights]'))
    setTimeout(() => part.scrollIntoView({ block: 'nearest' }), Number(part.dataset.lights) * TURN_MS)
}

// A stable object, so that React never touches the server's HTML.
const untouched = { __html: '' }

/**
 * The purely visual part of the home page. The server renders it and the browser keeps that HTML, so a first
 * visit loads neither its code nor its messages. They are loaded for another language, and on client-side
 * navigation (`loadShowcase` in the route's loader).
 */
export function ShowcaseSlot() {
  const i18n = useI18n()
  const [Part, setPart] = useState(() => loaded)
  const { language } = i18n
  const [sentIn] = useState(language)
  const sent = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (Part || (language === sentIn && sent.current?.firstChild)) return
    loadShowcase(i18n).then(
      () => setPart(() => loaded),
      // The existing HTML stays.
      (error: unknown) => console.warn(error),
    )
  }, [Part, i18n, language, sentIn])
  useEffect(() => {
    addEventListener('change', followTour)
    return () => removeEventListener('change', followTour)
  }, [])
  const sentNow = showcaseOnServer()
  if (sentNow) return <div>{sentNow}</div>
  // The key creates a new element: React doesn't clear one that it hasn't filled.
  return Part ? (
    <div key="here">
      <Part />
    </div>
  ) : (
    // oxlint-disable-next-line react/no-danger -- empty: keeps what the server rendered
    <div ref={sent} dangerouslySetInnerHTML={untouched} suppressHydrationWarning />
  )
}
