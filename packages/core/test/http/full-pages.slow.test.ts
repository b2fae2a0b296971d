import { beforeAll, describe, expect, test } from 'vitest'
import { LOOP_HOLD_MAX_MS } from '@plinth/core/internal/log/loop-watch.server.ts'
import { makeAppRouter } from '@plinth/core/app/server'
import { screens } from '@plinth/testing/browser/screens.ts'
import { appRoutes } from '@plinth/testing/app-routes.ts'
import { createSession } from '@plinth/testing/factories.ts'
import { fillWorkspace, type FilledWorkspace } from '@plinth/testing/filled-workspace.ts'
import { openApp, publicSettings, type AppUnderTest } from '@plinth/testing/http/open-app.ts'

const appRouter = await makeAppRouter()

// Every page, as its owner and administrator sees it when every list is as long as it may be. Of a new
// feature the pages come from its routes, its rows from NAME.fixtures.ts.

const secret = publicSettings.BETTER_AUTH_SECRET
const PAGE_MAX_BYTES = 1024 * 1024
// A line for each queue that has failed.
const SHORT_LISTS = ['admin.queues.list']

let app: AppUnderTest
let filled: FilledWorkspace
let headers: Record<string, string>
beforeAll(async () => {
  app = await openApp({ BETTER_AUTH_SECRET: secret })
  filled = await fillWorkspace(app.db)
  const session = await createSession(app.db, filled.owner, { secret })
  headers = { origin: app.url, cookie: session.cookie(app.url) }
})

const heldLines = () =>
  app
    .output()
    .split('\n')
    .filter((line) => line.includes('the event loop was held'))
const get = (path: string) => fetch(app.url + path, { headers, redirect: 'manual' })

const paths = appRoutes
  .filter(({ isLeaf, methods }) => isLeaf && methods.length === 0)
  .map(({ path }) => path)
const shown = Object.values(screens).flatMap((some) => some.map(({ path }) => path))
const asked = [...new Set([...paths, ...shown.filter((path) => path.includes('?'))])].toSorted()

/** A path of a page with the id of a filled row, which is that of the router in front of it. */
function withIds(path: string): string {
  return path.replace(/([\w-]+)\/\$\w+/g, (_, noun: string) => `${noun}/${filled.ids[noun] ?? 'none'}`)
}

describe('in a workspace that is filled to its limits', () => {
  test('every list has rows', async () => {
    const lists = Object.entries(
      appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>,
    ).filter(([name, { _def }]) => _def.type === 'query' && name.endsWith('.list'))
    const empty: string[] = []
    for (const [name] of lists) {
      const input = encodeURIComponent(JSON.stringify({ json: {} }))
      const answer = await get(`/api/trpc/${name}?input=${input}`)
      const whole = answer.status === 400 ? await get(`/api/trpc/${name}`) : answer
      const { result } = (await whole.json()) as { result?: { data: { json: { items?: unknown[] } } } }
      if (result?.data.json.items?.length === 0) empty.push(name)
    }
    expect(empty.toSorted(), 'NAME.fixtures.ts writes rows of them').toEqual(SHORT_LISTS)
  })

  test.each(asked)('%s has less than 1 MB and does not hold the event loop', async (path) => {
    const target = withIds(path)
    // Modules that load with the first page are not part of what a page costs.
    await (await get(target)).arrayBuffer()
    const before = heldLines().length
    const answer = await get(target)
    const { byteLength } = await answer.arrayBuffer()
    expect(answer.status).toBeLessThan(500)
    expect([target, byteLength, byteLength < PAGE_MAX_BYTES]).toEqual([target, byteLength, true])
    // The watch logs at its next tick.
    await new Promise((resolve) => setTimeout(resolve, LOOP_HOLD_MAX_MS))
    expect(heldLines().slice(before)).toEqual([])
  })

  test('pages that show a filled row have less than 1 MB', async () => {
    for (const page of filled.pages) {
      const answer = await get(page)
      const { byteLength } = await answer.arrayBuffer()
      expect([page, answer.status, byteLength < PAGE_MAX_BYTES]).toEqual([page, 200, true])
    }
  })
})
