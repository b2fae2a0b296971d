import { call } from '@plinth/testing/browser/call.ts'
import { test as base } from '@plinth/testing/browser/fixtures.ts'

type Fixtures = {
  /** Creates a post as the signed-in user without the pages. Returns its id. */
  write(title: string): Promise<string>
}

export const test = base.extend<Fixtures>({
  write: async ({ page }, use) => {
    await use(async (title) => {
      const content = 'Everything stands on it.'
      return (await call<{ id: string }>(page, 'posts.create', { title, content })).id
    })
  },
})
