import type { Page } from '@playwright/test'
import superjson from 'superjson'
import { expect } from './fixtures.ts'

/**
 * Calls a mutation as the signed-in user of this browser, bypassing the pages. Returns its result. Fails the
 * test on any other status than 200.
 */
export async function call<T>(page: Page, procedure: string, input: object): Promise<T> {
  const answer = await page.request.post(`/api/trpc/${procedure}`, {
    headers: { origin: process.env.TEST_URL ?? '' },
    data: superjson.serialize(input),
  })
  expect(answer.status(), await answer.text()).toBe(200)
  const { result } = (await answer.json()) as { result: { data: { json: T } } }
  return result.data.json
}

/** Calls an endpoint under /api/auth as the signed-in user. */
export async function callAuth<Answer>(page: Page, path: string, data: object): Promise<Answer> {
  const answer = await page.request.post(`/api/auth${path}`, {
    headers: { origin: process.env.TEST_URL ?? '' },
    data,
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()) as Answer
}
