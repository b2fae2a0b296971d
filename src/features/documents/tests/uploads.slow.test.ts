import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import { createTRPCClient, httpLink } from '@trpc/client'
import superjson from 'superjson'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { AppRouter } from '@plinth/core/app/server'
import { documentMaxMegabytes } from '../documents-limits.ts'
import { atEnd } from '@plinth/testing/runner/at-end.ts'
import { docxOf, pdfOf, textFile, wordParagraph } from './document-files.ts'
import { createHttpClient, signedInClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { requireBuild } from '@plinth/testing/runner/require-build.ts'
import { startApp } from '@plinth/testing/programs/running-app.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { startDatabaseProxy } from '@plinth/testing/http/database-proxy.ts'
import { longestWait } from '@plinth/testing/http/longest-wait.ts'
import { openApp, PASSWORD, urlOf, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { signUp } from '@plinth/testing/http/users.ts'

const MEGABYTE = 1024 * 1024

let app: AppUnderTest
let ada: HttpClient
let dan: HttpClient
let users: HttpClient[]
beforeAll(async () => {
  app = await openApp()
  ada = await signedInClient(app.url, { email: 'ada@example.com', password: PASSWORD })
  dan = await signedInClient(app.url, { email: 'dan@example.com', password: PASSWORD })
  users = []
  for (let count = 0; count < 10; count++) users.push((await signUp(app)).client)
})

type Sent = { status: number; id: string; body: string; retryAfter: string | null }
type Sending = { url?: string; name?: string; procedure?: string }

async function send(by: HttpClient, content: Uint8Array<ArrayBuffer>, sending: Sending = {}): Promise<Sent> {
  const { url = app.url, name = 'port.txt', procedure = 'documents.upload' } = sending
  const form = new FormData()
  form.set('file', new File([content], name))
  const headers = { origin: url, cookie: by.cookie() }
  const answer = await fetch(`${url}/api/trpc/${procedure}`, { method: 'POST', headers, body: form })
  const body = await answer.text()
  return {
    status: answer.status,
    id: /"id":"(\w+)"/.exec(body)?.[1] ?? '',
    body,
    retryAfter: answer.headers.get('retry-after'),
  }
}

type Slow = { status: number; body: string; retryAfter: string | undefined; sentBytes: number }

/** Sends a form in parts with pauses, waiting for `held` before the end, until the server responds. */
function sendSlowly(
  by: HttpClient,
  {
    name = 'a.txt',
    bytes = 20 * MEGABYTE,
    pauseMs = 20,
    fill = 0x61,
    giveUpAfterMs = 0,
    held = Promise.resolve(),
  } = {},
) {
  return new Promise<Slow>((resolve) => {
    const boundary = 'x'.repeat(40)
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
    const length = bytes + head.length + boundary.length + 8
    const request = httpRequest(`${app.url}/api/trpc/documents.upload`, {
      method: 'POST',
      headers: {
        origin: app.url,
        cookie: by.cookie(),
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': length,
      },
    })
    let sentBytes = 0
    request.on('error', () => resolve({ status: 0, body: '', retryAfter: undefined, sentBytes }))
    request.on('response', (answer) => {
      let body = ''
      answer.on('data', (chunk: Buffer) => (body += chunk.toString()))
      answer.on('end', () => {
        resolve({
          status: answer.statusCode ?? 0,
          body,
          retryAfter: answer.headers['retry-after'],
          sentBytes,
        })
        request.destroy()
      })
    })
    if (giveUpAfterMs > 0) setTimeout(() => request.destroy(), giveUpAfterMs)
    request.write(head)
    const write = () => {
      if (request.destroyed) return
      if (sentBytes >= bytes) return void held.then(() => request.end(`\r\n--${boundary}--\r\n`))
      const part = Math.min(MEGABYTE / 4, bytes - sentBytes)
      sentBytes += part
      request.write(Buffer.alloc(part, fill), () => setTimeout(write, pauseMs))
    }
    write()
  })
}

async function ask<Answer>(by: HttpClient, procedure: string, input: object): Promise<Answer> {
  const answer = await by.get(
    `/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify({ json: input }))}`,
  )
  return ((await answer.json()) as { result: { data: { json: Answer } } }).result.data.json
}

const stateOf = (by: HttpClient, id: string) =>
  ask<{ status: string; error: string | null }>(by, 'documents.get', { id })
const untilDone = (by: HttpClient, id: string, timeout = 200_000) =>
  vi.waitFor(
    async () => {
      const state = await stateOf(by, id)
      expect(['ready', 'failed']).toContain(state.status)
      return state
    },
    { timeout, interval: 300 },
  )

/** Another application, for a test that stops it or needs its own data folder. */
async function startOther(dataDir?: string) {
  requireBuild()
  const database = await startDatabaseProxy(urlOf((await openTestDatabase()).connection))
  atEnd(() => database.close())
  const other = await startApp({
    env: { DATABASE_URL: database.url, DEMO_PASSWORD: PASSWORD },
    ...(dataDir && { dataDir }),
  })
  return { other, by: await signedInClient(other.url, { email: 'ada@example.com', password: PASSWORD }) }
}

const memoryMb = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(statusOf(pid))?.[1] ?? 0) / 1024
function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}
const childrenOf = (pid: number) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => new RegExp(`^PPid:\\s+${pid}$`, 'm').test(statusOf(child)))
/** The peak memory of the given processes until `work` is done. */
async function peakMb(pids: () => number[], work: Promise<unknown>): Promise<number> {
  let isDone = false
  void work.finally(() => (isDone = true)).catch(() => {})
  let peak = 0
  while (!isDone) {
    for (const pid of pids()) peak = Math.max(peak, memoryMb(pid))
    await pause(10)
  }
  await work
  return peak
}

const filled = (bytes: number, fragment: string) => new Uint8Array(Buffer.alloc(bytes, fragment))

/** A PDF whose page is drawn by a stream that decompresses to `unpackedBytes`. */
function pdfBomb(unpackedBytes: number): Uint8Array<ArrayBuffer> {
  const packed = deflateSync(Buffer.alloc(unpackedBytes, ' '), { level: 9 })
  const start =
    '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n'
  const page = '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>\nendobj\n'
  const stream = `4 0 obj\n<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`
  const end = '\nendstream\nendobj\ntrailer\n<< /Root 1 0 R /Size 5 >>\n%%EOF'
  return new Uint8Array(Buffer.concat([Buffer.from(start + page + stream), packed, Buffer.from(end)]))
}

describe('no upload blocks other requests', () => {
  // With quadratic time, a tenth of this already takes minutes.
  const HOSTILE_BYTES = MEGABYTE / 8
  const fragments = [
    '<!---->',
    '<a',
    '<b>',
    '</b>',
    '<!--',
    '<?xml ',
    '<a b="',
    '&amp',
    '# ',
    ' #',
    '`',
    '```\n',
    'a\n=\n',
    '\r\n \t',
    '1.',
    'éwh',
  ]
  test.each(fragments)('a page or a note made only of %j', async (fragment) => {
    const sent = Promise.all([
      ...['a.html', 'a.md'].map((name) => send(ada, filled(HOSTILE_BYTES, fragment), { name })),
      send(dan, filled(421, fragment), { name: 'a.html' }),
    ])
    const read = sent.then(async (answers) => {
      for (const { status, body } of answers) expect([200, 400], body).toContain(status)
      for (const { id } of answers.slice(0, 2)) if (id) await untilDone(ada, id)
    })
    // A loaded machine pauses by itself; what this guards against takes minutes.
    expect(await longestWait(app.url, read)).toBeLessThan(20_000)
  })

  test('a file of one tenant does not block those of another', async () => {
    const hostile = await send(ada, filled(documentMaxMegabytes.html * MEGABYTE, '<b>'), { name: 'a.html' })
    expect(hostile.status).toBe(200)
    const { id } = await send(dan, textFile('The lighthouse was built in 1850.'))
    expect(await untilDone(dan, id, 60_000)).toMatchObject({ status: 'ready' })
    await untilDone(ada, hostile.id)
  })
})

describe('a file that decompresses to much more', () => {
  test('costs only its own process, within the memory limit of that process, and the document shows the reason', async () => {
    const bombs = [
      // Where memory is slow, its time ends before the memory does.
      { name: 'a.pdf', content: pdfBomb(1_500 * MEGABYTE), errors: ['needsTooMuch', 'tookTooLong'] },
      {
        name: 'a.docx',
        content: docxOf(wordParagraph('a'.repeat(60 * MEGABYTE))),
        errors: ['unpacksTooLarge'],
      },
    ]
    for (const { name, content, errors } of bombs) {
      expect(content.length).toBeLessThan(2 * MEGABYTE)
      const before = memoryMb(app.pid)
      const done = send(ada, content, { name }).then(({ id }) => untilDone(ada, id))
      const [children, own] = await Promise.all([
        peakMb(() => childrenOf(app.pid), done),
        peakMb(() => [app.pid], done),
      ])
      const { status, error } = await done
      expect(status).toBe('failed')
      expect(errors.map((one) => `documents:problems.${one}`)).toContain(error)
      expect(children).toBeLessThan(900)
      expect(own - before).toBeLessThan(200)
    }
    const { id } = await send(ada, textFile('The crane was built in 1902.'))
    expect(await untilDone(ada, id)).toMatchObject({ status: 'ready' })
    expect(childrenOf(app.pid)).toEqual([])
  })

  test.each(['SIGTERM', 'SIGKILL'] as const)('is no longer read after %s', async (signal) => {
    const { other, by } = await startOther()
    // Long enough to be interrupted while it is read.
    const pages = pdfOf(
      Array.from({ length: 1_500 }, (_, at) => Array.from({ length: 40 }, () => `Line of page ${at}.`)),
    )
    expect(await send(by, pages, { url: other.url, name: 'a.pdf' })).toMatchObject({ status: 200 })
    const children = await vi.waitFor(() => {
      const found = childrenOf(other.pid)
      expect(found).not.toEqual([])
      return found
    }, 30_000)
    if (signal === 'SIGTERM') expect(await other.stop()).toBe(0)
    else await other.kill()
    await vi.waitFor(() => expect(children.map(memoryMb)).toEqual(children.map(() => 0)), 30_000)
  })
})

describe('concurrent uploads', () => {
  test('twenty of 19 MB all succeed while the process stays under 600 MB; rejected ones cost as little', async () => {
    const text = filled(19 * MEGABYTE, 'One more sentence about the harbour. ')
    const pdf = Uint8Array.from(text)
    pdf.set(Buffer.from('%PDF-1.7\n'))
    const sendAll = (content: Uint8Array<ArrayBuffer>) =>
      Promise.all(
        users.flatMap((by) => [send(by, content, { name: 'a.pdf' }), send(by, content, { name: 'a.pdf' })]),
      )
    const taken = sendAll(pdf)
    expect(await peakMb(() => [app.pid], taken)).toBeLessThan(600)
    expect((await taken).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    const refused = sendAll(text)
    expect(await peakMb(() => [app.pid], refused)).toBeLessThan(600)
    expect((await refused).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 400))
  })

  test('are limited to two per user, and the third gets a time to retry after', async () => {
    const before = storedFiles(app.dataDir).length
    const held = Promise.withResolvers<void>()
    const sending = { bytes: MEGABYTE, held: held.promise }
    const [one, two] = [sendSlowly(ada, sending), sendSlowly(ada, sending)]
    await vi.waitFor(() => expect(storedFiles(app.dataDir)).toHaveLength(before + 2), 30_000)
    const third = await send(ada, textFile('x'))
    expect(third).toMatchObject({ status: 429, retryAfter: '2' })
    expect(third.body).toContain('errors:tooManyUploads')
    expect((await send(dan, textFile('x'))).status).toBe(200)
    held.resolve()
    expect([(await one).status, (await two).status]).toEqual([200, 200])
    expect((await send(ada, textFile('x'))).status).toBe(200)
  })
})

describe('an upload that is rejected', () => {
  test.each([
    ['its name lies', 'a.pdf', 'documents:errors.notAsNamed'],
    ['its name lies', 'a.docx', 'documents:errors.notAsNamed'],
  ])('because %s (%s) is rejected on its first bytes, naming its field', async (_, name, code) => {
    const { status, body, sentBytes } = await sendSlowly(ada, { name, pauseMs: 50 })
    expect(status).toBe(400)
    expect(body).toContain(code)
    expect(body).toContain('"field":"file"')
    expect(sentBytes).toBeLessThan(10 * MEGABYTE)
  })

  test('because nobody is signed in is rejected before anything is read', async () => {
    const { status, sentBytes } = await sendSlowly(createHttpClient(app.url), { pauseMs: 50 })
    expect(status).toBe(401)
    expect(sentBytes).toBeLessThan(10 * MEGABYTE)
  })

  test('or aborted, or cut short, leaves nothing behind', async () => {
    const before = storedFiles(app.dataDir)
    await sendSlowly(ada, { name: 'a.pdf' })
    await Promise.all([sendSlowly(ada, { giveUpAfterMs: 400 }), sendSlowly(dan, { giveUpAfterMs: 300 })])
    await vi.waitFor(() => expect(storedFiles(app.dataDir)).toEqual(before), 30_000)
    for (const body of [
      '',
      '--x\r\n',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc',
      'abc',
    ]) {
      const headers = {
        origin: app.url,
        cookie: ada.cookie(),
        'content-type': 'multipart/form-data; boundary=x',
      }
      const answer = await fetch(`${app.url}/api/trpc/documents.upload`, { method: 'POST', headers, body })
      expect(answer.status, body).toBe(400)
    }
    const headers = { origin: app.url, cookie: ada.cookie(), 'content-type': 'multipart/form-data' }
    expect(
      (await fetch(`${app.url}/api/trpc/documents.upload`, { method: 'POST', headers, body: 'x' })).status,
    ).toBe(400)
    expect(storedFiles(app.dataDir)).toEqual(before)
    expect((await send(ada, textFile('x'))).status).toBe(200)
    expect(app.output()).not.toMatch(/"level":"error"/)
  })
})

const storedFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath.includes(`${path.sep}files`))
    .map((entry) => entry.name)
    .toSorted()

test('the official tRPC client sends forms, and a rejected one names the wrong field', async () => {
  const client = createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${app.url}/api/trpc`,
        headers: { origin: app.url, cookie: ada.cookie() },
        transformer: {
          input: { serialize: (form: unknown) => form, deserialize: superjson.deserialize },
          output: superjson,
        },
      }),
    ],
  })
  const form = (name: string) => {
    const made = new FormData()
    made.set('file', new File(['The port was closed in 1970.'], name))
    return made
  }
  const { id } = await client.documents.upload.mutate(form('port.txt'))
  expect(await untilDone(ada, id)).toMatchObject({ status: 'ready' })
  await expect(client.documents.upload.mutate(form('port.pdf'))).rejects.toMatchObject({
    data: {
      httpStatus: 400,
      app: { code: 'documents:errors.notAsNamed', params: { field: 'file', extension: 'pdf' } },
    },
  })
})

/** A small disk for the test, if the machine allows mounting one. */
function mountSmallDisk(): string | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-small-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
}
const smallDisk = mountSmallDisk()
atEnd(async () => {
  if (!smallDisk) return
  execFileSync('umount', [smallDisk])
  rmSync(smallDisk, { recursive: true })
})

// Only root may mount.
test.skipIf(!smallDisk)('a full disk is 507, leaves nothing, and recovers when there is room', async () => {
  const { other: small, by } = await startOther(smallDisk)
  try {
    const before = storedFiles(small.dataDir)
    const full = await send(by, filled(10 * MEGABYTE, 'word '), { url: small.url })
    expect(full).toMatchObject({ status: 507 })
    expect(full.body).toContain('errors:storageFull')
    expect(storedFiles(small.dataDir)).toEqual(before)
    expect(await send(by, textFile('There is room for this.'), { url: small.url })).toMatchObject({
      status: 200,
    })
  } finally {
    await small.stop()
  }
})
