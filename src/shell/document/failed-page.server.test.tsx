import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FAILED_PART, Part } from '#/components/part/part.tsx'
import { FormTexts } from '#/components/form/form-texts.tsx'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { I18nProvider } from '@plinth/core/texts'
import { createServerI18n } from '@plinth/core/server'
import { FAILED_PAGE, PendingPage } from '../status-pages.tsx'

provideAllTexts()
const i18n = createServerI18n('en')

async function rendered(component: () => ReactNode): Promise<string> {
  const root = createRootRoute({ staticData: { access: 'public' }, component: Outlet })
  const page = createRoute({
    getParentRoute: () => root,
    path: '/',
    staticData: { access: 'public' },
    component,
  })
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    defaultPendingComponent: PendingPage,
    isServer: true,
  })
  await router.load()
  return renderToString(
    <I18nProvider i18n={i18n}>
      <FormTexts value={(code) => code}>
        <RouterProvider router={router as never} />
      </FormTexts>
    </I18nProvider>,
  )
}

function Broken(): never {
  throw new Error('broken')
}

const whole = <hr id="whole" />

test('the HTML says that a page failed, or a part of it, and nothing of one that did not', async () => {
  const page = await rendered(Broken)
  expect([page.includes(FAILED_PAGE), page.includes(FAILED_PART)]).toEqual([true, false])
  const part = await rendered(() => (
    <>
      {whole}
      <Part>
        <Broken />
      </Part>
    </>
  ))
  expect(part).toContain('id="whole"')
  expect([part.includes(FAILED_PAGE), part.includes(FAILED_PART)]).toEqual([false, true])
  const fine = await rendered(() => whole)
  expect([fine.includes(FAILED_PAGE), fine.includes(FAILED_PART)]).toEqual([false, false])
})

test('no text of a user looks like a failed page', async () => {
  const page = await rendered(() => <p title={FAILED_PAGE}>{FAILED_PAGE + FAILED_PART}</p>)
  expect([page.includes(FAILED_PAGE), page.includes(FAILED_PART)]).toEqual([false, false])
})
