import { expect, test } from 'vitest'
import { signedInClient } from '@plinth/testing/http-client.ts'
import { PASSWORD, sharedApp } from '@plinth/testing/http/open-app.ts'

const app = await sharedApp()
const ada = await signedInClient(app.url, { email: 'ada@example.com', password: PASSWORD })

test('an invalid id is a missing item and is not retried', async () => {
  for (const id of ['x', 'x'.repeat(200), '%F0%9F%92%A9', "'%20or%201=1"]) {
    const tookMs: number[] = []
    for (let count = 0; count < 3; count += 1) {
      const startedAt = Date.now()
      expect((await ada.get(`/dashboard/posts/${id}`)).status, id).toBe(404)
      tookMs.push(Date.now() - startedAt)
    }
    // A retried query waits one, two and four seconds: each request would take that long.
    expect(Math.min(...tookMs), id).toBeLessThan(6_000)
  }
})
