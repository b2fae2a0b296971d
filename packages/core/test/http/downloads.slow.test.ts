import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { user } from '@plinth/core/database/server'
import { file } from '@plinth/core/files/server'
import { createDiskStorage } from '@plinth/core/internal/storage/storage.server.ts'
import { accountExport } from '../../../../src/features/account/server/export/account-export.table.server.ts'
import { EXPORT_FILE } from '../../../../src/features/account/server/export/export-order.server.ts'
import { createId } from '@plinth/core/schema'
import type { HttpClient } from '@plinth/testing/http-client.ts'
import { openApp, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { signUp } from '@plinth/testing/http/users.ts'

const MEGABYTE = 1024 * 1024
const USERS = 8
const content = Buffer.alloc(64 * MEGABYTE, 'a line of an export\n')
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

type Owner = { client: HttpClient; path: string }

let app: AppUnderTest
let owners: Owner[]
beforeAll(async () => {
  app = await openApp()
  owners = []
  for (let count = 0; count < USERS; count++) owners.push(await ownerOfExport())
})

/** A user with a data export of `content`. */
async function ownerOfExport(): Promise<Owner> {
  const { email, client } = await signUp(app)
  const [row] = await app.db.select({ id: user.id }).from(user).where(eq(user.email, email))
  const userId = row?.id ?? ''
  const [id, fileId] = [createId(), createId()]
  await createDiskStorage(path.join(app.dataDir, 'files')).put(fileId, content)
  await app.db.insert(file).values({
    id: fileId,
    purpose: EXPORT_FILE,
    uploadedById: userId,
    contentType: 'application/zip',
    sizeBytes: content.length,
  })
  const expiresAt = sql`now() + interval '1 hour'`
  await app.db.insert(accountExport).values({ id, userId, fileId, status: 'ready', expiresAt })
  return { client, path: `/api/account/export/${id}` }
}

/** Starts a download that the client then doesn't read. Resolves with its first bytes. */
function startUnread(owner: Owner): Promise<{ socket: Socket; head: string; ended: Promise<unknown> }> {
  const socket = connect(app.port, '127.0.0.1')
  socket.on('error', () => {})
  const lines = [
    `GET ${owner.path} HTTP/1.1`,
    `Host: localhost:${app.port}`,
    `Cookie: ${owner.client.cookie()}`,
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const ended = new Promise((resolve) => socket.once('close', resolve))
  return new Promise((resolve) =>
    socket.once('data', (data: Buffer) => {
      socket.pause()
      resolve({ socket, head: data.toString('latin1', 0, 200), ended })
    }),
  )
}

const residentMb = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${app.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

describe('downloads of a data export that nobody reads', () => {
  test('take no memory, one is allowed per user, and each ends by itself, after which the user gets the file', async () => {
    const before = residentMb()
    const unread = await Promise.all(owners.map(startUnread))
    for (const { head } of unread) expect(head).toMatch(/^HTTP\/1\.1 200 /)
    const [owner = { client: undefined, path: '' }] = owners
    const second = await owner.client?.get(owner.path)
    expect([second?.status, second?.headers.get('retry-after')]).toEqual([429, '5'])
    expect(await second?.json()).toMatchObject({ code: 'errors:tooManyDownloads' })
    expect(residentMb() - before).toBeLessThan(150)
    // The server ends the connections; the clients notice when they read what is left.
    const left = () => vi.waitFor(async () => expect(await openDownloads()).toBe(0), { timeout: 120_000 })
    await left()
    for (const { socket, ended } of unread) {
      socket.resume()
      await ended
    }
    const answer = await owner.client?.get(owner.path)
    expect(answer?.headers.get('content-length')).toBe(String(content.length))
    expect(digest((await answer?.bytes()) ?? new Uint8Array())).toBe(digest(content))
    expect(app.output()).not.toMatch(/"level":"error"/)
  })
})

/** How many of the users may not start another download. */
async function openDownloads(): Promise<number> {
  const answers = await Promise.all(owners.map(({ client, path: place }) => client.get(place)))
  for (const { body } of answers) await body?.cancel()
  return answers.filter(({ status }) => status === 429).length
}
