import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  notFound,
  Outlet,
  RouterProvider,
  type StaticDataRouteOption,
} from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { createServerI18n } from '@plinth/core/server'
import { I18nProvider } from '@plinth/core/texts'
import { PublicLayout } from './public-layout.tsx'
import { NotFoundPage } from './status-pages.tsx'

provideAllTexts()
const i18n = createServerI18n('en')
await i18n.load(['page:any'])

type Layout = StaticDataRouteOption['layout']

/** What is around a page: of its own route's layout, and of the one above. */
async function around(own: Layout, above?: Layout, loader = () => {}): Promise<string[]> {
  const root = createRootRoute({ staticData: { access: 'public' }, component: PublicLayout })
  const group = createRoute({
    getParentRoute: () => root,
    id: 'group',
    staticData: { access: 'public', layout: above },
    component: Outlet,
  })
  const page = createRoute({
    getParentRoute: () => group,
    path: '/',
    staticData: { access: 'public', layout: own },
    loader,
    component: () => <hr id="page" />,
    errorComponent: () => <hr id="failed" />,
  })
  const router = createRouter({
    routeTree: root.addChildren([group.addChildren([page])]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    isServer: true,
    context: { i18n },
    defaultNotFoundComponent: NotFoundPage,
  })
  await router.load()
  const html = renderToString(
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router as never} />
    </I18nProvider>,
  )
  expect(html.match(/<header/g)?.length ?? 0).toBeLessThan(2)
  const parts = {
    missing: i18n.t('app:notFound.title'),
    header: '<header',
    main: '<main',
    side: 'data-side',
    page: 'id="page"',
    failed: 'id="failed"',
  }
  return Object.entries(parts).flatMap(([name, mark]) => (html.includes(mark) ? [name] : []))
}

test('a public page has around it what its route says, or the one above', async () => {
  const form = ['header', 'main', 'side', 'page']
  const site = ['header', 'main', 'page']
  expect(await around(undefined)).toEqual(form)
  expect(await around('form')).toEqual(form)
  expect(await around('site')).toEqual(site)
  expect(await around(undefined, 'site')).toEqual(site)
  expect(await around('form', 'site')).toEqual(form)
  expect(await around('bare')).toEqual(['page'])
})

test('a bare page that fails has a frame', async () => {
  const fail = () => {
    throw new Error('broken')
  }
  expect(await around('bare', undefined, fail)).toEqual(['header', 'main', 'side', 'failed'])
})

test('a page that is not there has its layout around it, once', async () => {
  const refuse = () => {
    throw notFound()
  }
  expect(await around('site', undefined, refuse)).toEqual(['missing', 'header', 'main'])
  expect(await around('bare', undefined, refuse)).toEqual(['missing', 'header', 'main', 'side'])
})
