import { execFileSync } from 'node:child_process'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { describeError } from '#/log/log.server.ts'
import { isOpensslMissing, makeCertificate } from '@plinth/testing/servers/certificate.ts'
import { isRedisMissing, patientRedis, startRedis } from '@plinth/testing/servers/redis-server.ts'
import { openRedis, probeRedis, reasonOf } from './redis.server.ts'

const PASSWORD = 'hunter2 @/%:'
const written = encodeURIComponent(PASSWORD)

/** A log like the application's that the test can read. */
function readableLog() {
  const lines: string[] = []
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => (lines.push(chunk.toString()), done()),
  })
  return {
    log: pino({ level: 'trace', serializers: { err: describeError } }, sink),
    text: () => lines.join(''),
  }
}

describe.skipIf(isRedisMissing)('a password', () => {
  test('with any characters works, in the database of the URL', async () => {
    const server = await startRedis('--requirepass', PASSWORD)
    const redis = await patientRedis(server.url.replace('redis://', `redis://default:${written}@`))
    expect(redis.database).toBe(2)
    await redis.attempt((client) => client.set('plinth:test', 'here') as Promise<string>)
    const seen = redis.attempt(async (client) => [
      await client.get('plinth:test'),
      await client.select(0).then(() => client.get('plinth:test')),
    ])
    expect(await seen).toEqual(['here', null])
  })

  test('that is rejected never reaches the log, which has the reason in one word', async () => {
    const server = await startRedis('--requirepass', 'another one')
    const url = server.url.replace('redis://', `redis://:${written}@`)
    const { log, text } = readableLog()
    const redis = await openRedis(url, log)
    onTestFinished(() => redis.close())
    await expect.poll(text).toContain('Redis is unavailable')
    expect(text()).toContain('WRONGPASS')
    expect(text()).not.toContain('hunter2')
    expect(text().match(/Redis is unavailable/g)).toHaveLength(1)
    expect(await redis.attempt((client) => client.exists('x'))).toBeUndefined()
    expect(await probeRedis(url).catch(reasonOf)).toBe('WRONGPASS')
  })
})

test.skipIf(isRedisMissing)(
  'the doctor gets the version of a Redis that responds, and the error of one that does not',
  async () => {
    const server = await startRedis()
    expect(await probeRedis(server.url)).toMatch(/^\d+\.\d+/)
    await server.kill()
    expect(await probeRedis(server.url).catch(reasonOf)).toBe('ECONNREFUSED')
  },
)

describe.skipIf(isRedisMissing || isOpensslMissing)('rediss://', () => {
  async function startTls() {
    const { key, cert } = makeCertificate()
    const tls = [
      '--tls-cert-file',
      cert,
      '--tls-key-file',
      key,
      '--tls-ca-cert-file',
      cert,
      '--tls-auth-clients',
      'no',
    ]
    const { port } = await startRedis('--port', '0', '--tls-port', '{port}', ...tls)
    return { port, cert }
  }

  /** Runs in a new process, because CAs are read at its start. */
  const probeTrusting = (url: string, authority?: string) =>
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { provideBrand } from '@plinth/core/app'
import { probeRedis, reasonOf } from '@plinth/core/internal/redis/redis.server.ts'
provideBrand({ name: 'Test', key: 'test', hue: 0 })
console.info(await probeRedis(${JSON.stringify(url)}).catch(reasonOf))`,
      ],
      {
        encoding: 'utf8',
        env: { ...process.env, NODE_OPTIONS: '', ...(authority ? { NODE_EXTRA_CA_CERTS: authority } : {}) },
      },
    ).trim()

  test('connects only to a server whose certificate is trusted and matches its name', async () => {
    const { port, cert } = await startTls()
    expect(probeTrusting(`rediss://localhost:${port}`, cert)).toMatch(/^\d+\.\d+/)
    expect(probeTrusting(`rediss://localhost:${port}`)).toMatch(/SELF_SIGNED/)
    expect(probeTrusting(`rediss://127.0.0.1:${port}`, cert)).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
  })
})
