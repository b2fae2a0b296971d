import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type OpenDatabase } from '#/db/database.server.ts'
import { createId } from '#/lib/create-id.ts'
import { openTestDatabase, testLog } from '@plinth/testing/test-database.ts'
import { file } from './file.table.server.ts'
import { serveFile } from './serve-file.server.ts'
import { createDiskStorage } from './storage.server.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'plinth-files-'))
const storage = createDiskStorage(folder)
let db: OpenDatabase['db']

beforeAll(async () => {
  ;({ db } = await openTestDatabase())
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const bytes = new TextEncoder().encode('<script>alert(1)</script>')
const serve = (id: string) => serveFile({ db, storage, log: testLog }, id, ['profile-image'])

async function store(values: Partial<typeof file.$inferInsert> = {}): Promise<string> {
  const id = createId()
  await storage.put(id, bytes)
  await db
    .insert(file)
    .values({ id, purpose: 'profile-image', contentType: 'image/webp', sizeBytes: bytes.length, ...values })
  return id
}

describe('serveFile', () => {
  test('serves the bytes as an image, whatever their content', async () => {
    const response = await serve(await store())
    expect(response.status).toBe(200)
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'image/webp',
      'content-length': String(bytes.length),
      'content-disposition': 'inline; filename="image.webp"',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=31536000, immutable',
    })
  })

  test.each([
    '0000000000000000000000zz',
    '../../../../etc/passwd',
    '..%2f..%2fetc%2fpasswd',
    '..\\..\\secret',
    '/etc/passwd',
    'incoming',
    '',
    '.',
    'a\u0000.png',
    'CON',
    'nul',
    `${'a'.repeat(24)}.webp`,
    'a'.repeat(5000),
    "' or 1=1 --",
    '\ud800'.repeat(12),
  ])('is 404 for %j, and the response is not cached', async (id) => {
    await writeFile(path.join(folder, 'secret'), 'secret')
    const response = await serve(id)
    expect(response.status).toBe(404)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.text()).toBe('')
  })

  test('is 404 for a file whose purpose is not public', async () => {
    expect((await serve(await store({ purpose: 'document' }))).status).toBe(404)
  })

  test('is 404 for a file that was not stored as a picture', async () => {
    expect((await serve(await store({ contentType: 'text/html' }))).status).toBe(404)
  })

  test('is 404 for bytes without a row', async () => {
    const id = createId()
    await storage.put(id, bytes)
    expect((await serve(id)).status).toBe(404)
  })

  test('is 404 for a row without bytes', async () => {
    const id = await store()
    await storage.delete(id)
    expect((await serve(id)).status).toBe(404)
  })

  test('is 503 with Retry-After while the database is unavailable', async () => {
    const away = openDatabase({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'nothing' }, testLog)
    const response = await serveFile({ db: away.db, storage, log: testLog }, createId(), ['profile-image'])
    await away.close()
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('2')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})
