import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@plinth/testing/servers/object-storage.ts'
import { CREDENTIALS } from '@plinth/cli/s3-server.ts'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { commandFile } from '@plinth/cli/commands.mjs'
import { brandKey } from '#/brand.ts'
import { openMetrics } from '@plinth/core/internal/app/server/metrics.server.ts'
import { settingNames } from '@plinth/core/internal/app/registry/settings.server.ts'
import { openLive } from '@plinth/core/internal/realtime/live.server.ts'
import { openBucketStorage } from '@plinth/core/internal/storage/open-storage.server.ts'
import { isMissing } from '@plinth/testing/is-missing.ts'
import { openTestDatabase, testLog } from '@plinth/testing/test-database.ts'

// The files of deploy/: those that an operator loads into Prometheus, Grafana and Caddy, and those for hosts.
// Those of Compose.

const prefix = brandKey.replaceAll('-', '_')
const PROMTOOL = '/usr/bin/promtool'
const isPromtoolMissing = isMissing(PROMTOOL)

const rules = readFileSync('deploy/prometheus-rules.yml', 'utf8')
const dashboard = JSON.parse(readFileSync('deploy/grafana-dashboard.json', 'utf8')) as {
  panels: { id: number; title: string; targets?: { expr: string }[] }[]
}
const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

test('rules and dashboard ask only for metrics that an instance reports', async () => {
  const { pool, connection } = await openTestDatabase()
  const live = openLive(connection, testLog)
  onTestFinished(() => live.close())
  const { text } = await (await openMetrics({ pool, live, sendsMail: true, listBackups: undefined })).read()
  const reported = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
  // Reported with REDIS_URL only.
  reported.add(`${prefix}_redis_up`)
  const known = new RegExp(`\\b((?:http|${prefix}|nodejs|process)_\\w+)`, 'g')
  const asked = [...[rules, ...queries].join('\n').matchAll(known)]
  expect(asked.length).toBeGreaterThan(30)
  for (const [, name = ''] of asked)
    expect(reported).toContain(
      name.replace(/_(?:bucket|count)$/, '').replace(/(gc_duration_seconds)_sum$/, '$1'),
    )
})

const promtool = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(PROMTOOL, args, { encoding: 'utf8' })
  expect([status, `${stdout}${stderr}`]).toEqual([0, expect.any(String)])
}

describe.skipIf(isPromtoolMissing)('promtool accepts', () => {
  test('the rules, which alert when they should', () => {
    promtool('check', 'rules', 'deploy/prometheus-rules.yml')
    promtool('test', 'rules', 'deploy/prometheus-rules.test.yml')
  })

  test('every query of the dashboard', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'plinth-queries-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = path.join(folder, 'queries.yml')
    const plain = (expr: string) => expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*')
    const recorded = queries.map((expr, at) => ({ record: `query:${at}`, expr: plain(expr) }))
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: recorded }] }))
    promtool('check', 'rules', file)
  })
})

test.each(['fly.toml', 'railway.ts', 'render.yaml'])(
  '%s has every setting of a public server, and none that does not exist',
  (file) => {
    const text = readFileSync(path.join('deploy', file), 'utf8')
    const named = new Set(text.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g))
    const ofHosts = /^(AWS|RAILWAY)_|^(ACCESS_KEY_ID|SECRET_ACCESS_KEY)$/
    expect([...named].filter((name) => !settingNames().includes(name) && !ofHosts.test(name))).toEqual([])
    for (const name of [
      'APP_URL',
      'BETTER_AUTH_SECRET',
      'CLIENT_ADDRESS_HEADER',
      'DATABASE_URL',
      'MAIL_FROM',
      'SMTP_URL',
      'STORAGE_URL',
      'TRUSTED_PROXIES',
    ])
      expect(named, name).toContain(name)
    expect(text).toContain('/readyz')
  },
)

test.each(['compose.yaml', 'compose.several.yaml'])('%s sets nothing that does not exist', (file) => {
  const text = readFileSync(file, 'utf8')
  const named = [...text.matchAll(/\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*):/g)].map(([, name = '']) => name)
  // Of the other services.
  const ofImages = /^(AWS|POSTGRES)_|^(INSTANCES|NODE_OPTIONS|SITE)$/
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !settingNames().includes(name) && !ofImages.test(name))).toEqual([])
})

test('the S3 server of Compose takes what is signed with its credentials, and nothing else', async () => {
  const [, command = ''] =
    /command: node_modules\/\.bin\/\w+ (s3 .+)/.exec(readFileSync('compose.several.yaml', 'utf8')) ?? []
  const [called = '', , port, host] = command.split(' ')
  expect([called, port, host]).toEqual(['s3', '4568', '0.0.0.0'])
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-s3-'))
  const ownPort = await freePort()
  const server = spawn(process.execPath, [commandFile(called), folder, String(ownPort)], { stdio: 'inherit' })
  onTestFinished(() => {
    server.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  const endpoint = `http://127.0.0.1:${ownPort}`
  await expect
    .poll(() =>
      fetch(endpoint).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(403)
  const markWith = async (credentials: Record<string, string>) => {
    for (const [name, value] of Object.entries(credentials)) vi.stubEnv(name, value)
    const storage = await openBucketStorage(`s3://files?endpoint=${endpoint}`, folder)
    return storage.place.claim('mine').catch((error: Error) => error.message)
  }
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await markWith({ ...CREDENTIALS, AWS_SECRET_ACCESS_KEY: 'wrong' })).toContain(
    '(SignatureDoesNotMatch)',
  )
  expect(await markWith({ ...CREDENTIALS, AWS_ACCESS_KEY_ID: 'wrong' })).toContain('(InvalidAccessKeyId)')
  expect(await markWith(CREDENTIALS)).toBe('mine')
})

const CADDY = '/usr/bin/caddy'
const isCaddyMissing = isMissing(CADDY)

test.skipIf(isCaddyMissing)(
  'Caddy passes requests and streams to the instances that are ready, with the address of the visitor',
  async () => {
    let seen: unknown[] = []
    const answering = async (name: string, status: number) => {
      const server = createServer((request, answer) => {
        if (request.url === '/readyz') return void answer.writeHead(status).end()
        seen.push([name, request.headers['x-forwarded-for']])
        // It never ends: only a proxy that doesn't buffer passes it on.
        answer.writeHead(200, { 'content-type': 'text/event-stream' }).write('first')
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      onTestFinished(() => server.closeAllConnections())
      onTestFinished(() => void server.close())
      return `127.0.0.1:${(server.address() as AddressInfo).port}`
    }
    const instances = [await answering('ready', 200), await answering('starting', 503)]
    const folder = mkdtempSync(path.join(tmpdir(), 'plinth-caddy-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = path.join(folder, 'Caddyfile')
    writeFileSync(file, `{\n\tadmin off\n}\n${readFileSync('deploy/Caddyfile', 'utf8')}`)
    const site = `http://localhost:${await freePort()}`
    const caddy = spawn(CADDY, ['run', '--config', file, '--adapter', 'caddyfile'], {
      env: { HOME: folder, SITE: site, INSTANCES: instances.join(' ') },
      stdio: 'ignore',
    })
    onTestFinished(() => void caddy.kill('SIGKILL'))
    const forged = { headers: { 'x-forwarded-for': '8.8.8.8' } }
    const answers = async () => {
      seen = []
      for (let at = 0; at < 4; at++) {
        const reader = (await fetch(site, forged).catch(() => undefined))?.body?.getReader()
        expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('first')
        await reader?.cancel()
      }
      return seen
    }
    // Until the first check, an instance counts as ready.
    await expect.poll(answers).toEqual(Array.from({ length: 4 }, () => ['ready', '127.0.0.1']))
  },
)
