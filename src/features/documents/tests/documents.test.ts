import { like } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { documents } from '../server/documents.table.server.ts'
import { pdfOf } from './document-files.ts'
import { signedInClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { sharedApp, PASSWORD, type AppUnderTest } from '@plinth/testing/http/open-app.ts'

const MEGABYTE = 1024 * 1024

let app: AppUnderTest
let ada: HttpClient
beforeAll(async () => {
  app = await sharedApp()
  ada = await signedInClient(app.url, { email: 'ada@example.com', password: PASSWORD })
})

async function send(
  bytes: Uint8Array<ArrayBuffer>,
  { cookie = ada.cookie(), procedure = 'documents.upload' } = {},
) {
  const form = new FormData()
  form.set('file', new File([bytes], 'port.pdf'))
  const answer = await fetch(`${app.url}/api/trpc/${procedure}`, {
    method: 'POST',
    headers: { origin: app.url, cookie },
    body: form,
  })
  const text = await answer.text()
  return {
    status: answer.status,
    id: /"id":"(\w+)"/.exec(text)?.[1] ?? '',
    code: /(errors|documents):[\w.]+/.exec(text)?.[0],
  }
}

async function ask<Answer>(procedure: string, input: object): Promise<Answer> {
  const answer = await ada.get(
    `/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify({ json: input }))}`,
  )
  return ((await answer.json()) as { result: { data: { json: Answer } } }).result.data.json
}

/** A PDF with text, padded to the given size in front of it. */
function pdfOfSize(bytes: number): Uint8Array<ArrayBuffer> {
  const pdf = pdfOf([['The lighthouse was built in 1850.']])
  const large = new Uint8Array(bytes).fill(0x20)
  large.set(pdf, bytes - pdf.length)
  large.set(pdf.subarray(0, 9))
  return large
}

const indexed = (id: string) =>
  vi.waitFor(
    async () =>
      expect(await ask('documents.get', { id })).toMatchObject({ status: 'ready', pages: 1, error: null }),
    120_000,
  )

test('a document is uploaded, indexed by the running application and found', async () => {
  const { status, id } = await send(pdfOf([['The lighthouse was built in 1850.']]))
  expect(status).toBe(200)
  await indexed(id)
  const found = await ask<{ items: { documentId: string; text: string }[] }>('documents.search', {
    query: 'When was the lighthouse built?',
  })
  expect(found).toMatchObject({ confidence: 'answer' })
  expect(found.items[0]).toMatchObject({
    documentId: id,
    page: 1,
    start: 0,
    end: 33,
    text: 'The lighthouse was built in 1850.',
  })
})

test('20 MiB are accepted and one more byte is not; visitors upload nothing, other forms accept no more than an image', async () => {
  const full = pdfOfSize(20 * MEGABYTE)
  const { status, id } = await send(full)
  expect(status).toBe(200)
  expect(await send(pdfOfSize(20 * MEGABYTE + 1))).toMatchObject({
    status: 413,
    code: 'errors:fileTooLarge',
  })
  expect(await send(pdfOfSize(21 * MEGABYTE))).toMatchObject({ status: 413, code: 'errors:tooLarge' })
  expect(await send(full, { cookie: '' })).toMatchObject({ status: 401 })
  expect(await send(full, { procedure: 'profile.uploadImage' })).toMatchObject({ status: 413 })
  await indexed(id)
})

test('the demo documents, in two languages, are searchable right away', async () => {
  const rows = await app.db
    .selectDistinct({ status: documents.status, language: documents.language })
    .from(documents)
    .where(like(documents.name, '%.md'))
    .orderBy(documents.language)
  expect(rows).toEqual([
    { status: 'ready', language: 'de' },
    { status: 'ready', language: 'en' },
  ])
})
