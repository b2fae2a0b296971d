// With a name server that somebody else has. The tests of those who send requests have the other rules.
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { atEnd } from '@plinth/testing/runner/at-end.ts'
import { startNameServer, type Answers, type NameServer } from '@plinth/testing/servers/name-server.ts'
import { PrivateAddress, requestPublic, UnknownHost } from './public-request.server.ts'

let dns: NameServer
/** This machine, which counts who connects. */
let port = 0
let connections = 0
beforeAll(async () => {
  dns = await startNameServer()
  await dns.askHere()
  for (const host of ['127.0.0.1', '::1']) {
    const machine = createTcpServer((socket) => {
      connections += 1
      socket.destroy()
    })
    machine.listen(port, host)
    await once(machine, 'listening')
    atEnd(async () => void machine.close())
    port = (machine.address() as AddressInfo).port
  }
})
beforeEach(() => {
  connections = 0
  dns.asked.length = 0
  dns.names.clear()
})

const ask = (url: string, { allowsLoopback = false, withinMs = 5_000 } = {}) =>
  requestPublic(
    url,
    { method: 'GET', headers: {}, signal: AbortSignal.timeout(withinMs) },
    { allowsLoopback },
  )

describe('a name is refused', () => {
  test.each<[string, readonly string[]]>([
    ['this machine', ['127.0.0.1']],
    ['this machine in IPv6', ['::1']],
    ['every address of this machine', ['0.0.0.0']],
    ['the same in IPv6', ['::']],
    ['an address that is mapped', ['::ffff:10.0.0.1']],
    ['an address that is translated', ['64:ff9b::7f00:1']],
    ['the metadata of a cloud', ['169.254.169.254']],
    ['a network of a house', ['fd12::1']],
    ['a public address and this machine', ['1.1.1.1', '127.0.0.1']],
    ['a public address, and this machine in IPv6', ['1.1.1.1', '::1']],
    ['this machine, and a public address in IPv6', ['2606:4700::1111', '127.0.0.1']],
    [
      'sixty addresses, the last one private',
      [...Array.from({ length: 59 }, (_, at) => `1.1.1.${at}`), '10.0.0.1'],
    ],
    ['an alias of a name of this machine', ['inner.example']],
  ])('that has %s', async (_name, addresses) => {
    dns.names.set('inner.example', [['127.0.0.1']])
    dns.names.set('rebind.example', [addresses])
    await expect(ask(`https://rebind.example:${port}/`)).rejects.toThrow(PrivateAddress)
    expect(dns.asked).toEqual(['A rebind.example', 'AAAA rebind.example'])
    expect(connections).toBe(0)
  })

  test.each<[string, Answers | 'failing' | undefined]>([
    ['does not exist', undefined],
    ['has no address', [[]]],
    ['fails', 'failing'],
  ])('that %s', async (_name, answers) => {
    if (answers) dns.names.set('rebind.example', answers)
    await expect(ask(`https://rebind.example:${port}/`)).rejects.toThrow(UnknownHost)
  })

  test('that is never answered, in time', async () => {
    dns.names.set('rebind.example', 'silent')
    await expect(ask('https://rebind.example/', { withinMs: 300 })).rejects.toThrow('timeout')
  })
})

test('a name is asked for once, and that of a redirect never', async () => {
  dns.names.set('inner.example', [['127.0.0.1']])
  const listener: RequestListener = (_request, response) =>
    void response.writeHead(307, { location: `http://inner.example:${port}/` }).end()
  const site = createServer(listener).listen(0, '127.0.0.1')
  await once(site, 'listening')
  atEnd(async () => void site.close())
  dns.names.set('site.example', [['127.0.0.1'], ['127.0.0.2']])
  const url = `http://site.example:${(site.address() as AddressInfo).port}/`
  expect((await ask(url, { allowsLoopback: true })).statusCode).toBe(307)
  expect(dns.asked).toEqual(['A site.example', 'AAAA site.example'])
  expect(connections).toBe(0)
})
