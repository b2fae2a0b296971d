import { request as ask } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sharedApp } from '@plinth/testing/http/open-app.ts'
import { administrator } from '@plinth/testing/http/administration-client.ts'
import { signUp } from '@plinth/testing/http/users.ts'

const app = await sharedApp()

type Answer = { encoding: string | undefined; vary: string | undefined; body: Buffer }

/** Fetches a page with a client that does not decompress. */
function page(path: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    ask(new URL(path, app.url), { headers: { accept: 'text/html', ...headers } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          encoding: response.headers['content-encoding'],
          vary: response.headers.vary,
          body: Buffer.concat(chunks),
        }),
      )
    })
      .on('error', reject)
      .end()
  })
}

test('a page requested by its user is compressed as the client accepts', async () => {
  const { client } = await signUp(app)
  for (const site of ['same-origin', 'none']) {
    const asked = { cookie: client.cookie(), 'sec-fetch-site': site }
    const plain = await page('/dashboard', asked)
    const brotli = await page('/dashboard', { ...asked, 'accept-encoding': 'gzip, br' })
    const gzip = await page('/dashboard', { ...asked, 'accept-encoding': 'gzip' })
    expect([plain.encoding, brotli.encoding, gzip.encoding]).toEqual([undefined, 'br', 'gzip'])
    for (const body of [plain.body, brotliDecompressSync(brotli.body), gunzipSync(gzip.body)])
      expect(body.toString()).toMatch(/<h1[\s\S]*<\/html>/)
    expect(brotli.body.length).toBeLessThan(plain.body.length / 2)
    expect(brotli.vary).toBe('Accept-Encoding, Sec-Fetch-Site')
  }
})

test('a page of a user is not compressed when another site requested it or the client does not say', async () => {
  const { client } = await administrator(app)
  const sites: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    {},
  ]
  for (const site of sites) {
    const answer = await page('/dashboard/admin/users?q=guess', {
      cookie: client.cookie(),
      'accept-encoding': 'br, gzip',
      ...site,
    })
    expect(answer.encoding).toBeUndefined()
    expect(answer.body.toString()).toContain('guess')
  }
})

test('a page for visitors is compressed for everyone', async () => {
  const answer = await page('/login?redirect=/dashboard/settings', {
    'accept-encoding': 'br',
    'sec-fetch-site': 'cross-site',
  })
  expect(answer.encoding).toBe('br')
  expect(brotliDecompressSync(answer.body).toString()).toContain('</html>')
})
