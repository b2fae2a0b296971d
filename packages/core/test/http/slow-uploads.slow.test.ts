import { request as httpRequest } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sharedApp } from '@plinth/testing/http/open-app.ts'
import { signUp } from '@plinth/testing/http/users.ts'

// Longer than a whole request may take by most servers' own limits, and by the one that this one had.
const PARTS = 45
const PART_EVERY_MS = 1_000

test('an upload that arrives steadily succeeds, however long it takes', async () => {
  const app = await sharedApp()
  const { client } = await signUp(app)
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: 'teal', noise } })
    .png()
    .toBuffer()
  const body = Buffer.concat([
    Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'),
    picture,
    Buffer.from('\r\n--b--\r\n'),
  ])
  const partBytes = Math.ceil(body.length / PARTS)
  expect(partBytes).toBeGreaterThan(2_048)
  const headers = {
    origin: app.url,
    cookie: client.cookie(),
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': body.length,
  }
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const upload = httpRequest(`${app.url}/api/trpc/profile.uploadImage`, { method: 'POST', headers })
    upload.on('response', (answer) => resolve(answer.resume().statusCode))
    upload.on('error', reject)
    async function send() {
      for (let at = 0; at < body.length; at += partBytes) {
        upload.write(body.subarray(at, at + partBytes))
        await pause(PART_EVERY_MS)
      }
      upload.end()
    }
    send().catch(reject)
  })
  expect(status).toBe(200)
})
