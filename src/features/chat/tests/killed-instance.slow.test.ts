import { expect, test } from 'vitest'
import { createId } from '@plinth/core/schema'
import { atEnd } from '@plinth/testing/runner/at-end.ts'
import { signedInClient } from '@plinth/testing/http-client.ts'
import { startApp } from '@plinth/testing/programs/running-app.ts'
import { openModel } from './chat-app.ts'
import { openApp, PASSWORD, publicSettings } from '@plinth/testing/http/open-app.ts'

// Six seconds on an idle machine; without the detection, the reader would never learn.
const TOLD_WITHIN_MS = 30_000

test('a reader following a response on another instance learns within seconds that its generator was killed', async () => {
  const { model, env } = await openModel()
  const app = await openApp({ ...env, BETTER_AUTH_SECRET: publicSettings.BETTER_AUTH_SECRET })
  const twin = await startApp({
    env: {
      ...env,
      BETTER_AUTH_SECRET: publicSettings.BETTER_AUTH_SECRET,
      DATABASE_URL: app.database.url,
      DEMO_PASSWORD: PASSWORD,
      APP_URL: app.url,
    },
  })
  atEnd(async () => void (await twin.stop()))
  const ada = await signedInClient(app.url, { email: 'ada@example.com', password: PASSWORD })
  model.script({ text: ['Half a '], behave: 'hang' })
  const id = createId()
  const asked = await ada.post('/api/chat', {
    id,
    messages: [{ id: createId(), role: 'user', parts: [{ type: 'text', text: 'Well?' }] }],
  })
  await asked.body?.getReader().read()
  const followed = await fetch(`${twin.url}/api/chat/${id}/stream`, {
    headers: { cookie: ada.cookie() },
  })
  expect(followed.status).toBe(200)
  const text = followed.text()
  await app.kill()
  const killedAt = performance.now()
  expect(await text).toContain('"type":"error"')
  expect(performance.now() - killedAt).toBeLessThan(TOLD_WITHIN_MS)
})
