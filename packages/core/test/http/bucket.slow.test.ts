// Pictures in a bucket, of two instances, whose server is slow, fails or lies.
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { STORED_IMAGE_TYPE, type Storage, file } from '@plinth/core/files/server'
import { createId } from '@plinth/core/schema'
import { CREDENTIALS } from '@plinth/cli/s3-server.ts'
import type { HttpClient } from '@plinth/testing/http-client.ts'
import { administrator } from '@plinth/testing/http/administration-client.ts'
import { uploadImage } from '@plinth/testing/http/deletion-race.ts'
import { openApp, publicSettings, startTwin, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { verifiedUser } from '@plinth/testing/http/verified-user.ts'
import type { RunningApp } from '@plinth/testing/programs/running-app.ts'
import { refusal, startS3, type S3UnderTest } from '@plinth/testing/servers/s3-server.ts'
import { storedIds } from '@plinth/testing/test-storage.ts'

const picture = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7919) % 251))

let s3: S3UnderTest
let storage: Storage
let app: AppUnderTest
let twin: RunningApp
let id: string
beforeAll(async () => {
  s3 = await startS3()
  const { BETTER_AUTH_SECRET } = publicSettings
  const env = { ...CREDENTIALS, STORAGE_URL: s3.url, BETTER_AUTH_SECRET }
  app = await openApp(env)
  twin = await startTwin(app, env)
  storage = await s3.open(app.dataDir)
})
beforeEach(async () => {
  id = createId()
  await storage.put(id, picture)
  await app.db
    .insert(file)
    .values({ id, purpose: 'profile-image', contentType: STORED_IMAGE_TYPE, sizeBytes: picture.length })
})

const fail = (fault: Parameters<S3UnderTest['fail']>[0]) => {
  s3.fail(fault)
  onTestFinished(() => void s3.fail(undefined))
}
const imageOf = async (userId: string) =>
  (await app.db.select({ id: file.id }).from(file).where(eq(file.uploadedById, userId)))[0]?.id ?? ''
const get = ({ url }: { url: string }, fileId = id) => fetch(`${url}/api/files/${fileId}`)

describe('a server that', () => {
  const says = (length: number) => ({ 'content-length': length })

  test.each<[string, (answer: ServerResponse) => void]>([
    ['has less than it told', (answer) => answer.writeHead(200, says(9_000)).end(picture.subarray(0, 9_000))],
    ['ends early without a length', (answer) => answer.end(picture.subarray(0, 9_000))],
    ['has nothing', (answer) => answer.writeHead(200, says(0)).end()],
    ['has more than it told', (answer) => answer.end(Buffer.concat([picture, Buffer.from('HTTP/1.1 200')]))],
    [
      'breaks off',
      (answer) =>
        answer
          .writeHead(200, says(picture.length))
          .write(picture.subarray(0, 9_000), () => void answer.destroy()),
    ],
    [
      'goes silent',
      (answer) => answer.writeHead(200, says(picture.length)).write(picture.subarray(0, 9_000)),
    ],
  ])('%s gets the connection closed, so that no other answer is taken for the rest', async (_name, lie) => {
    fail((answer, method) =>
      method === 'GET' ? lie(answer) : void answer.writeHead(200, says(picture.length)).end(),
    )
    const socket = connect(app.port, '127.0.0.1').on('error', () => {})
    let received = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk))
    const ask = (target: string, more = '') =>
      socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost:${app.port}\r\n${more}\r\n`)
    ask(`/api/files/${id}`)
    ask('/healthz', 'Connection: close\r\n')
    await once(socket, 'close')
    expect(received).not.toContain('{"status":"ok"}')
    const [, ...rest] = received.split('\r\n\r\n')
    const body = Buffer.from(rest.join('\r\n\r\n'), 'latin1')
    expect(body.equals(picture.subarray(0, body.length))).toBe(true)
  })

  test.each<[string, Parameters<S3UnderTest['fail']>[0]]>([
    ['is overloaded', refusal(503, 'SlowDown')],
    ['fails', refusal(500, 'InternalError')],
    ['refuses', refusal(403, 'AccessDenied')],
    ['tells no length', (answer) => void answer.writeHead(200).end()],
    ['ends connections', (answer) => void answer.destroy()],
    ['never answers', () => {}],
  ])('%s makes the answer a 503 that nobody keeps', async (_name, fault) => {
    fail(fault)
    const answer = await get(app)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([503, 'no-store'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    s3.fail(undefined)
    expect(Buffer.from(await (await get(app)).arrayBuffer()).equals(picture)).toBe(true)
  })

  test.each<[string, Parameters<S3UnderTest['fail']>[0], number]>([
    ['fails', refusal(500, 'InternalError'), 503],
    ['is full', refusal(507, 'XMinioStorageFull'), 507],
    ['ends connections', (answer) => void answer.destroy(), 503],
  ])('%s makes an upload fail, of which nothing is left', async (_name, fault, status) => {
    const { id: userId, client } = await verifiedUser(app)
    fail(fault)
    expect((await uploadImage(app, client, 'profile.uploadImage')).status).toBe(status)
    expect(await imageOf(userId)).toBe('')
    s3.fail(undefined)
    expect((await uploadImage(app, client, 'profile.uploadImage')).status).toBe(200)
  })
})

describe('a picture that was uploaded to one instance', () => {
  const postToTwin = (procedure: string, { cookie }: HttpClient, input: object = {}) => {
    const headers = { origin: app.url, cookie: cookie(), 'content-type': 'application/json' }
    const body = JSON.stringify({ json: input })
    return fetch(`${twin.url}/api/trpc/${procedure}`, { method: 'POST', headers, body })
  }

  test('is served by the other one, and by none once that has deleted it', async () => {
    const { id: userId, client } = await verifiedUser(app)
    expect((await uploadImage(app, client, 'profile.uploadImage')).status).toBe(200)
    const image = await imageOf(userId)
    expect((await get(twin, image)).status).toBe(200)
    expect((await postToTwin('profile.removeImage', client)).status).toBe(200)
    expect([(await get(app, image)).status, (await get(twin, image)).status]).toEqual([404, 404])
    expect(await storage.open(image)).toBeUndefined()
  })

  test('is nowhere if the other one deletes the account while it is on its way to the bucket', async () => {
    const { id: userId, client } = await verifiedUser(app)
    const { client: boss } = await administrator(app)
    const before = await storedIds(storage)
    const writes = s3.holdWrites()
    const uploading = uploadImage(app, client, 'profile.uploadImage')
    await writes.arrived
    expect((await postToTwin('admin.users.delete', boss, { userId })).status).toBe(200)
    writes.release()
    expect((await uploading).status).toBe(401)
    expect(await imageOf(userId)).toBe('')
    expect(await storedIds(storage)).toEqual(before)
  })
})
