import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { dialog, type Picture, type Pictures } from './pictures.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Returns every page without a parameter in its path. */
export function picturesOfRoutes(): Picture[] {
  const tree = readFileSync(path.join(root, 'src/routeTree.gen.ts'), 'utf8')
  const paths = /interface FileRoutesByTo \{([^}]*)\}/.exec(tree)?.[1] ?? ''
  return [...paths.matchAll(/'(\/[^']*)'/g)]
    .map(([, address = '']) => address)
    .filter(
      (address) =>
        !/\$|^\/(\.well-known|api|healthz|readyz|metrics|two-factor)|\.(json|txt|xml|webmanifest)$/.test(
          address,
        ),
    )
    .map((address) => ({
      name: address.slice(1).replaceAll('/', '_') || 'home',
      path: address,
      viewer: address.startsWith('/dashboard') ? 'admin' : 'visitor',
    }))
}

const general: Pictures = {
  list: () => [
    { name: 'not-found', path: '/no/such/page', viewer: 'visitor' },
    {
      name: 'dashboard_steps',
      path: '/dashboard',
      viewer: 'admin',
      prepare: (page) => page.locator('summary').click(),
    },
    {
      name: 'dashboard_shortcuts',
      path: '/dashboard',
      viewer: 'admin',
      only: 'wide',
      async prepare(page) {
        await page.keyboard.press('?')
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'dashboard_more',
      path: '/dashboard',
      viewer: 'admin',
      only: 'phone',
      prepare: dialog('app:nav.more'),
    },
    {
      name: 'dashboard_palette',
      path: '/dashboard',
      viewer: 'admin',
      only: 'wide',
      async prepare(page) {
        await page.keyboard.press('Control+k')
        await page.getByRole('option').first().waitFor()
      },
    },
    {
      name: 'dashboard_error',
      path: '/dashboard/no-such-page',
      viewer: 'admin',
      async prepare(page) {
        await page.route('**/api/trpc/**', (route) => route.fulfill({ status: 500, body: 'broken' }))
        await page.locator('a[href="/dashboard"]:visible').first().click()
        await page.getByRole('alert').waitFor()
      },
    },
    {
      name: 'dashboard_loading',
      path: '/dashboard/no-such-page',
      viewer: 'admin',
      async prepare(page) {
        await page.route('**/api/trpc/**', () => {})
        await page.locator('a[href="/dashboard"]:visible').first().click()
        await page.locator('main [role=status]').waitFor()
      },
    },
    { name: 'dashboard_not-found', path: '/dashboard/no-such-page', viewer: 'admin' },
    ...['security', 'preferences', 'data'].map((tab): Picture => ({
      name: `dashboard_settings-enhanced_${tab}`,
      path: `/dashboard/settings-enhanced?tab=${tab}`,
      viewer: 'admin',
    })),
  ],
  documented: [{ file: 'dashboard-light.png', picture: 'dashboard', theme: 'light', widthPixels: 1280 }],
}

/** Returns the pictures of the application and those of features, in workshop/features/NAME/pictures.ts. */
export async function allPictures(): Promise<Pictures[]> {
  const features = await Promise.all(
    globSync('workshop/features/*/pictures.ts', { cwd: root })
      .toSorted()
      .map(
        async (file) => (await import(pathToFileURL(path.join(root, file)).href)) as { pictures: Pictures },
      ),
  )
  return [general, ...features.map(({ pictures }) => pictures)]
}
