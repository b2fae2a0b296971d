import type { Page } from '@playwright/test'
import { call } from './call.ts'
import { hydrated } from './fixtures.ts'
import { referTo } from './refer-to.ts'
import type { Screen } from './screens.ts'

const LONG_TITLE = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung'

/** Returns the path of a screen, with the id of a new row if it shows one. */
export async function pathOf(page: Page, { path, create }: Screen, title = LONG_TITLE): Promise<string> {
  if (!create) return path
  const { id } = await create(
    (procedure, input) => call(page, procedure, input),
    title,
    (of) => referTo(page, of),
  )
  return path.replace(':id', id)
}

/** Opens each screen, waits for hydration and calls `look`. */
export async function visit(
  page: Page,
  screens: readonly Screen[],
  look: (path: string) => Promise<void>,
): Promise<void> {
  for (const screen of screens) {
    const path = await pathOf(page, screen)
    await page.goto(path)
    await hydrated(page)
    await look(path)
  }
}
