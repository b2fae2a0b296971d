import { createServer, request, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { countedAddress } from '@plinth/cli/doctor/counted-address.ts'
import { openApp, type AppUnderTest } from '@plinth/testing/http/open-app.ts'

const CLIENT_ADDRESS_HEADER = 'X-Real-IP'

let app: AppUnderTest
beforeAll(async () => {
  app = await openApp({ TRUSTED_PROXIES: '127.0.0.1', CLIENT_ADDRESS_HEADER })
})

/** Names every visitor 203.0.113.7, and appends itself to X-Forwarded-For as Fly and Render do. */
async function startProxy(): Promise<string> {
  const { host, port } = new URL(app.url)
  const pass: RequestListener = (incoming, outgoing) => {
    const headers = {
      ...incoming.headers,
      host,
      // For APP_URL, which visitors see, is the proxy's address.
      origin: app.url,
      'x-real-ip': '203.0.113.7',
      'x-forwarded-for': `${String(incoming.headers['x-forwarded-for'])}, 203.0.113.7, 198.51.100.1`,
    }
    const { method, url: path } = incoming
    const passed = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(passed)
  }
  const server = createServer(pass)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const ask = (APP_URL: string) =>
  countedAddress({
    APP_URL,
    CLIENT_ADDRESS_HEADER,
    DATABASE_URL: app.database.url,
    REDIS_URL: undefined,
  })

test('a visitor counts by the header that the proxy overwrites, and the doctor names that address', async () => {
  const [finding] = await ask(await startProxy())
  expect(finding).toMatchObject({ ok: true, says: expect.stringContaining('as 203.0.113.7.') as string })
})

test('the doctor finds a proxy that passes on what visitors make up', async () => {
  const [finding] = await ask(app.url)
  expect(finding).toMatchObject({ ok: false, says: expect.stringContaining('make up') as string })
})
