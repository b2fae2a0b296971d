import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { UnknownHost } from '@plinth/core/server'
import { atEnd } from '@plinth/testing/runner/at-end.ts'
import { isOpensslMissing, makeCertificate } from '@plinth/testing/servers/certificate.ts'
import { openReceiver } from '../tests/receiver.ts'
import { ANSWER_MAX_BYTES, postWebhook, type Network } from './post-webhook.server.ts'

const body = '{"id":"1"}'
const local = { allowsLoopback: true }

const post = (url: string, network: Network = local, signal = new AbortController().signal) =>
  postWebhook(url, { headers: { 'webhook-id': '1' }, body, signal }, network)

/** A host name that has these addresses, and how often somebody asked for them. */
function named(...answers: string[][]) {
  const asked: string[] = []
  const resolve = async (host: string) => {
    asked.push(host)
    const addresses = answers[Math.min(asked.length, answers.length) - 1] ?? []
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  return { asked, resolve }
}

describe('an attempt', () => {
  test('posts the body with its headers, and succeeds with a status from 200 to 299', async () => {
    const receiver = await openReceiver((response) => response.writeHead(202).end('thanks'))
    expect(await post(receiver.url)).toMatchObject({ problem: null, status: 202, answer: 'thanks' })
    expect(receiver.received).toMatchObject([{ path: '/hook', body, headers: { 'webhook-id': '1' } }])
  })

  test.each([404, 500])('fails with status %i', async (status) => {
    const receiver = await openReceiver((response) => response.writeHead(status).end('no'))
    expect(await post(receiver.url)).toMatchObject({ problem: 'status', status, answer: 'no' })
  })

  test('does not follow a redirect', async () => {
    const target = await openReceiver()
    const receiver = await openReceiver((response) => response.writeHead(307, { location: target.url }).end())
    expect(await post(receiver.url)).toMatchObject({ problem: 'redirect', status: 307 })
    expect(target.received).toEqual([])
  })

  test.each([
    ['never answers', () => {}],
    ['never finishes its answer', (response: ServerResponse) => response.writeHead(200).write('a')],
  ])('fails when the receiver %s', async (_what, answer) => {
    const receiver = await openReceiver(answer)
    expect(await post(receiver.url, { ...local, timeoutMs: 200 })).toMatchObject({ problem: 'timeout' })
  })

  test('fails when the host name is never answered', async () => {
    const resolve = () => new Promise<never>(() => {})
    expect(await post('https://example.com', { ...local, resolve, timeoutMs: 200 })).toMatchObject({
      problem: 'timeout',
      status: null,
    })
  })

  test.each([
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'],
    ['interim answers without end', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(1_000)],
  ])('ends at %s', async (_name, bytes) => {
    const receiver = await openReceiver((response) => void response.socket?.write(bytes))
    expect(await post(receiver.url)).toMatchObject({ problem: 'brokenAnswer', status: null })
  })

  test('reads 16 KB of an endless answer and hangs up', async () => {
    const closed = Promise.withResolvers<void>()
    const receiver = await openReceiver((response) => {
      const more = () => void response.write('ä\0'.repeat(5_000), () => !response.destroyed && more())
      response.on('close', () => closed.resolve())
      response.writeHead(200)
      more()
    })
    const { problem, answer } = await post(receiver.url)
    expect(problem).toBeNull()
    expect(Buffer.byteLength(answer ?? '')).toBeLessThan(2 * ANSWER_MAX_BYTES)
    expect(answer).toMatch(/^(ä\uFFFD)+/)
    await closed.promise
  })

  test('fails when the answer is shorter than it says', async () => {
    const receiver = await openReceiver((response) => {
      response.writeHead(200, { 'content-length': 1_000 }).write('short')
      setImmediate(() => response.destroy())
    })
    expect(await post(receiver.url)).toMatchObject({ problem: 'brokenAnswer', status: 200 })
  })

  test.each(['', 'SSH-2.0-OpenSSH_9.2\r\n', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`])(
    'fails when the answer is no HTTP (%#)',
    async (answer) => {
      const server = createServer((socket) => socket.on('error', () => {}).end(answer))
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      atEnd(async () => void server.close())
      const { port } = server.address() as AddressInfo
      expect(await post(`http://127.0.0.1:${port}`)).toMatchObject({ problem: 'brokenAnswer', status: null })
    },
  )

  test('fails when the receiver is gone, or its host name', async () => {
    const receiver = await openReceiver()
    await receiver.close()
    expect(await post(receiver.url)).toMatchObject({ problem: 'unreachable' })
    const notFound = Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' })
    for (const error of [notFound, new UnknownHost()]) {
      const resolve = () => Promise.reject(error)
      expect(await post('https://nosuchhost.invalid', { ...local, resolve })).toMatchObject({
        problem: 'unknownHost',
      })
    }
  })

  test.skipIf(isOpensslMissing)('fails without a valid certificate', async () => {
    const { key, cert } = makeCertificate()
    const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, () => {})
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    atEnd(async () => void server.close())
    const { port } = server.address() as AddressInfo
    expect(await post(`https://127.0.0.1:${port}`)).toMatchObject({ problem: 'certificate' })
    // Nor does https to something that speaks http.
    const plain = await openReceiver()
    expect(await post(`https://127.0.0.1:${plain.port}`)).toMatchObject({ problem: 'certificate' })
    expect(plain.received).toEqual([])
  })

  test('throws when the process is told to stop', async () => {
    const receiver = await openReceiver(() => stop.abort(new Error('stop')))
    const stop = new AbortController()
    await expect(post(receiver.url, local, stop.signal)).rejects.toThrow('stop')
  })
})

describe('an address that is not public', () => {
  test('gets no connection, not even beside a public one', async () => {
    const receiver = await openReceiver()
    for (const addresses of [
      ['127.0.0.1'],
      ['10.0.0.1'],
      ['1.1.1.1', '127.0.0.1'],
      ['::ffff:127.0.0.1'],
      [],
    ]) {
      const url = `https://rebind.example:${receiver.port}/`
      const { resolve } = named(addresses)
      expect(await post(url, { allowsLoopback: false, resolve })).toMatchObject({ problem: 'privateAddress' })
    }
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f.1',
      '[::1]',
      '[::ffff:7f00:1]',
      'localhost',
    ])
      for (const scheme of ['http', 'https'])
        expect(await post(`${scheme}://${host}:${receiver.port}/`, { allowsLoopback: false })).toMatchObject({
          problem: 'privateAddress',
        })
    expect(receiver.received).toEqual([])
  })

  test('is this machine only if that is allowed, and then no other private one and no plain http', async () => {
    expect(await post('https://other.example', { ...local, ...named(['10.0.0.1']) })).toMatchObject({
      problem: 'privateAddress',
    })
    expect(await post('http://public.example', { ...local, ...named(['1.1.1.1']) })).toMatchObject({
      problem: 'privateAddress',
    })
  })

  test('is never reached by a second answer: the name is asked once, and the connection goes to that', async () => {
    const receiver = await openReceiver()
    const name = named(['127.0.0.1'], ['127.0.0.2'])
    const url = `http://rebind.example:${receiver.port}/hook`
    expect(await post(url, { ...local, resolve: name.resolve })).toMatchObject({ problem: null })
    expect(name.asked).toEqual(['rebind.example'])
    expect(receiver.received).toMatchObject([{ headers: { host: `rebind.example:${receiver.port}` } }])
  })
})
