import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { signedInClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { PASSWORD, sharedApp, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { signUp } from '@plinth/testing/http/users.ts'

const LIMIT = 4 * 1_048_576

let app: AppUnderTest
let ada: HttpClient
beforeAll(async () => {
  app = await sharedApp()
  ada = await signedInClient(app.url, { email: 'ada@example.com', password: PASSWORD })
})

const post = (target: string, body: string) =>
  fetch(app.url + target, {
    method: 'POST',
    headers: { origin: app.url, cookie: ada.cookie(), 'content-type': 'application/json' },
    body,
  })
const codeOf = async (answer: Response) => (await answer.text()).match(/errors:\w+/)?.[0]

describe('a body with more values than anything needs', () => {
  const asked = (values: string) =>
    `{"id":"a","messages":[{"id":"a","role":"user","parts":[${values}],"content":[${values}]}]}`

  test.each([
    '/api/chat',
    '/api/chat/vercel',
    '/api/chat/rag',
    '/api/trpc/profile.setLanguage',
    '/api/auth/sign-in/email',
  ])('is rejected by %s before it is parsed', async (target) => {
    const answer = await post(target, asked(`${'0,'.repeat(2_000_000)}0`))
    expect([answer.status, await codeOf(answer)]).toEqual([413, 'errors:tooLarge'])
  })

  test.each(['/api/chat', '/api/chat/vercel'])(
    'is told apart from a long conversation by %s',
    async (target) => {
      const before = `{"role":"assistant","id":"b","parts":[{"type":"text","text":"${'a, [b] {c} \\" '.repeat(250_000)}"}]}`
      const answer = await post(
        target,
        `{"id":"a","messages":[${before},{"id":"a","role":"${target.endsWith('vercel') ? 'assistant' : 'system'}","parts":[]}]}`,
      )
      expect([answer.status, await answer.text()]).toEqual([
        400,
        expect.stringContaining('chat:errors.onlyUser'),
      ])
    },
  )

  test.each(['/api/chat', '/api/chat/vercel'])(
    'is refused by %s when one message is made of them',
    async (target) => {
      const answer = await post(target, asked(`${'0,'.repeat(40_000)}0`))
      expect(answer.status).toBe(400)
    },
  )
})

test('a body that is too large is measured to the byte', async () => {
  expect((await post('/api/chat', '{}'.padEnd(LIMIT, ' '))).status).toBe(400)
  expect((await post('/api/chat', '{}'.padEnd(LIMIT + 1, ' '))).status).toBe(413)
})

test.each(['/api/chat', '/api/chat/vercel', '/api/chat/rag'])(
  'a message whose sender signs out while it arrives is rejected by %s',
  async (target) => {
    const { client } = await signUp(app)
    const headers = { origin: app.url, cookie: client.cookie(), 'content-type': 'application/json' }
    const sending = httpRequest(app.url + target, { method: 'POST', headers })
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>
    sending.write('{')
    // The server has read the session by then, and waits for the rest.
    await pause(1_000)
    expect((await client.post('/api/auth/sign-out', {})).status).toBe(200)
    sending.end('}')
    const [answer] = await answered
    expect(answer.resume().statusCode).toBe(401)
  },
)
