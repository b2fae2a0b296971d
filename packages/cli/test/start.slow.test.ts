import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createSecureContext, TLSSocket } from 'node:tls'
import pg from 'pg'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { commandFile } from '@plinth/cli/commands.mjs'
import { isOpensslMissing, makeCertificate } from '@plinth/testing/servers/certificate.ts'
import { startDatabaseProxy } from '@plinth/testing/http/database-proxy.ts'
import { urlOf } from '@plinth/testing/http/open-app.ts'
import { projectRoot } from '@plinth/testing/programs/project-copy.ts'
import { processesWith } from '@plinth/testing/programs/processes.ts'
import { requireBuild } from '@plinth/testing/runner/require-build.ts'
import { runCommand } from '@plinth/testing/programs/run-command.ts'
import { freePort, startApp, withoutSettings } from '@plinth/testing/programs/running-app.ts'
import { createEmptyDatabase, openTestDatabase } from '@plinth/testing/test-database.ts'

beforeAll(requireBuild)

describe('a problem the user can fix ends the start with exit code 1 and one line that explains the fix', () => {
  test.each([
    ['a port that is no number', { PORT: 'abc' }, 'PORT must be a number from 1 to 65535.'],
    [
      'a switch that is neither on nor off',
      { AUTH_REQUIRE_VERIFIED_EMAIL: 'yes' },
      'AUTH_REQUIRE_VERIFIED_EMAIL must be true or false.',
    ],
    [
      'a database of another kind',
      { DATABASE_URL: 'mysql://localhost/app' },
      'DATABASE_URL must start with postgres:// or be the word embedded.',
    ],
    [
      'a public address without what it needs',
      { APP_URL: 'https://app.example.com' },
      '- SMTP_URL is required: smtp://user:password@host:587',
    ],
    [
      'a database that does not answer',
      { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing' },
      'Check host, port, name and password.',
    ],
  ])('%s', async (_, env, says) => {
    await expectExplained(await run(commandFile('serve'), env), says)
  })

  test('a data folder that cannot be written, or where the system has no folders', async () => {
    const file = path.join(temporaryFolder(), 'a-file')
    writeFileSync(file, '')
    for (const folder of [path.join(file, 'data'), '/proc/nothing'])
      await expectExplained(await run(commandFile('serve'), { DATA_DIR: folder }), `DATA_DIR ${folder}`)
  })

  test('a role that may not log in, is not the owner, or finds the tables of something else', async () => {
    const connection = await createEmptyDatabase()
    const owner = new pg.Client(connection)
    await owner.connect()
    onTestFinished(() => owner.end())
    const url = await reachable(connection)
    const startAs = (role: string) => {
      const own = new URL(url)
      own.username = role
      return run(commandFile('serve'), { DATABASE_URL: own.href })
    }
    const role = `guest_${process.pid}`
    await owner.query(`create role ${role}`)
    onTestFinished(async () => void (await owner.query(`drop owned by ${role}; drop role ${role}`)))
    await expectExplained(await startAs(role), 'Check the user in DATABASE_URL')
    await owner.query(`alter role ${role} login`)
    await expectExplained(await startAs(role), 'make it the owner of the database and its tables')
    await owner.query('create table "user" (name text)')
    await expectExplained(await run(commandFile('serve'), { DATABASE_URL: url }), 'npm run db:adopt')
  })

  test.skipIf(isOpensslMissing)(
    'encryption that the database does not offer or whose certificate nobody vouches for',
    async () => {
      const url = await reachable(await createEmptyDatabase())
      const plain = await run(commandFile('serve'), { DATABASE_URL: `${url}?sslmode=verify-full` })
      await expectExplained(plain, 'Turn on its TLS, or remove sslmode')
      const port = await listenWithTls()
      const unknown = { DATABASE_URL: `postgres://app@127.0.0.1:${port}/app?sslmode=verify-full` }
      await expectExplained(await run(commandFile('serve'), unknown), 'add &sslrootcert=')
    },
  )

  test('a port that is taken', async () => {
    const { port } = await listenSomewhere()
    const env = { DATABASE_URL: await ownDatabase(), PORT: String(port) }
    await expectExplained(
      await run(commandFile('serve'), env),
      `Port ${port} on 127.0.0.1 is in use. Stop the process that uses it, or choose another: PORT=${port + 1}`,
    )
  })
})

test('SIGTERM and SIGINT end a running application with exit code 0', async () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const app = await startApp({ env: { DATABASE_URL: await ownDatabase() } })
    onTestFinished(() => app.kill())
    process.kill(app.pid, signal)
    // Logged before the next signal arrives.
    await expect.poll(() => app.output()).toContain(`"signal":"${signal}"`)
    expect(await app.stop(), signal).toBe(0)
  }
})

test('a start that fails when the embedded database already runs leaves none running', async () => {
  const dataDir = temporaryFolder()
  const app = await startApp({ dataDir })
  await app.stop()
  writeFileSync(path.join(dataDir, 'files/installation-id'), 'somebody-elses')
  await expectExplained(
    await run(commandFile('serve'), { DATA_DIR: dataDir }),
    'the files of another installation (somebody-elses)',
  )
  expect(processesWith(dataDir)).toEqual([])
})

test('a later start without DEMO_PASSWORD prints no password that does not work', async () => {
  const dataDir = temporaryFolder()
  const app = await startApp({ dataDir, env: { DEMO_PASSWORD: 'vier rote Ziegel am Fluss' } })
  await app.stop()
  const later = runCommand([path.join(projectRoot, 'node_modules/.bin/node'), commandFile('serve')], {
    env: { DATA_DIR: dataDir, PORT: String(await freePort()), NODE_ENV: 'production' },
  })
  await later.prints('Press Ctrl-C to stop')
  expect(later.output()).toContain('Password        as it was set when the demo was made')
  expect(existsSync(path.join(dataDir, 'demo-password'))).toBe(false)
})

test("conda's HOST is named and ignored; a user of the other names of this machine signs in", async () => {
  const port = String(await freePort())
  const app = runCommand([path.join(projectRoot, 'node_modules/.bin/node'), commandFile('serve')], {
    env: {
      DATA_DIR: temporaryFolder(),
      PORT: port,
      NODE_ENV: 'production',
      HOST: 'x86_64-conda-linux-gnu',
      DEMO_PASSWORD: 'vier rote Ziegel am Fluss',
    },
  })
  await app.prints(`is running at  http://localhost:${port}`)
  expect(app.output()).toContain('! HOST=x86_64-conda-linux-gnu is no address')
  const signIn = (host: string, origin: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { host, origin, 'content-type': 'application/json' }
      const sent = request({
        host: '127.0.0.1',
        port,
        method: 'POST',
        path: '/api/auth/sign-in/email',
        headers,
      })
      sent.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject)
      sent.end(JSON.stringify({ email: 'ada@example.com', password: 'vier rote Ziegel am Fluss' }))
    })
  for (const name of ['localhost', '127.0.0.1', '[::1]'])
    expect(await signIn(`${name}:${port}`, `http://${name}:${port}`)).toBe(200)
  for (const origin of [
    'http://127.0.0.1:1',
    'http://127.0.0.1',
    `http://evil.example:${port}`,
    `http://[::1]:${port}`,
    'null',
  ])
    expect([origin, await signIn(`127.0.0.1:${port}`, origin)]).toEqual([origin, 403])
})

test('two copies run side by side, each with its own port, data folder and embedded database, and one browser can sign in to both', async () => {
  const [one, other] = await Promise.all([startApp(), startApp()])
  onTestFinished(async () => void (await Promise.all([one.stop(), other.stop()])))
  expect(one.dataDir).not.toBe(other.dataDir)

  // A browser shares one cookie jar across all ports of a host.
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  for (const { url, dataDir } of [one, other]) {
    const account = {
      email: 'ada@example.com',
      password: readFileSync(path.join(dataDir, 'demo-password'), 'utf8'),
    }
    const answer = await fetch(`${url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json', cookie: cookie() },
      body: JSON.stringify(account),
    })
    expect(answer.status).toBe(200)
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar.set(name, value)
    }
  }
  for (const { url } of [one, other])
    expect((await fetch(`${url}/api/trpc/sessions.list`, { headers: { cookie: cookie() } })).status).toBe(200)
})

describe('npm run doctor', () => {
  test('reports no problem when there is none, and exits with 0', async () => {
    const { connection } = await openTestDatabase()
    const { code, output } = await run(commandFile('doctor'), { DATABASE_URL: await reachable(connection) })
    for (const name of [
      'Node',
      'Install',
      'Settings',
      'Port',
      'Storage',
      'Database',
      'Schema',
      'Clock',
      'Mail',
    ])
      expect(output).toMatch(new RegExp(`^✓ ${name} `, 'm'))
    expect(output).toContain('Everything looks good.')
    expect(code).toBe(0)
  })

  test('reports pending migrations and applies none', async () => {
    const env = { DATABASE_URL: await ownDatabase() }
    const first = await run(commandFile('doctor'), env)
    expect(first.output).toMatch(/✗ Schema .+ pending\n +→ npm start applies them\./)
    expect(first.code).toBe(1)
    expect((await run(commandFile('doctor'), env)).output).toMatch(/✗ Schema .+ pending/)
  })

  test('reports manual changes to the database schema', async () => {
    const { db, connection } = await openTestDatabase()
    await db.execute('drop index audit_log_at_idx')
    const { code, output } = await run(commandFile('doctor'), { DATABASE_URL: await reachable(connection) })
    expect(output).toMatch(/✗ Schema +changed by hand: index audit_log_at_idx is missing\n +→ .+/)
    expect(code).toBe(1)
  })

  test('reports a wrong clock of this machine', async () => {
    const { connection } = await openTestDatabase()
    const wrong = {
      NODE_OPTIONS: `--import=${path.join(projectRoot, 'packages/testing/src/clock-ahead.mjs')}`,
      CLOCK_AHEAD_MS: '-60000',
    }
    const { code, output } = await run(commandFile('doctor'), {
      DATABASE_URL: await reachable(connection),
      ...wrong,
    })
    expect(output).toMatch(/✗ Clock +(59|60|61) s behind the database's\n +→ .+/)
    expect(code).toBe(1)
  })

  test('names each problem, with one line on how to fix it', async () => {
    const { port } = await listenSomewhere()
    const file = path.join(temporaryFolder(), 'a-file')
    writeFileSync(file, '')
    const env = {
      PORT: String(port),
      DATA_DIR: path.join(file, 'data'),
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing',
      SMTP_URL: 'smtp://127.0.0.1:9',
    }
    const { code, output } = await run(commandFile('doctor'), env)
    for (const name of ['Port', 'Storage', 'Database', 'Mail'])
      expect(output).toMatch(new RegExp(`^✗ ${name} .+\\n +→ .+`, 'm'))
    expect(output).toContain('no connection: connect ECONNREFUSED 127.0.0.1:9')
    expect(code).toBe(1)
  })

  test('names every invalid setting', async () => {
    const { code, output } = await run(commandFile('doctor'), { PORT: 'abc', LOG_LEVEL: 'loud' })
    expect(output).toMatch(/✗ Settings .*\n +→ PORT must be a number[^\n]*\n +LOG_LEVEL must be/)
    expect(code).toBe(1)
  })
})

type Ended = { code: number | null; output: string }

/** One clear line on the screen: no stack trace, no other text. */
async function expectExplained({ code, output }: Ended, says: string): Promise<void> {
  expect(output).toContain(says)
  expect(output).not.toMatch(/\n\s+at /)
  expect(code).toBe(1)
}

async function run(script: string, env: Record<string, string>): Promise<Ended> {
  const machine = withoutSettings({ PATH: process.env.PATH, HOME: process.env.HOME })
  const own = {
    NODE_ENV: 'production',
    PORT: String(await freePort()),
    DATA_DIR: temporaryFolder(),
    LOG_LEVEL: 'warn',
    ...env,
  }
  const child = spawn(
    path.join(projectRoot, 'node_modules/.bin/node'),
    ['--disable-warning=ExperimentalWarning', script],
    {
      cwd: projectRoot,
      env: { ...machine, ...own },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 25_000,
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })))
}

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A listener on its own port, until the test has finished. */
async function listenSomewhere(): Promise<{ port: number }> {
  const port = await freePort()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { port }
}

/** A PostgreSQL up to its encryption: a client asks for no more before it checks the certificate. */
async function listenWithTls(): Promise<number> {
  const { key, cert } = makeCertificate()
  const secureContext = createSecureContext({ key: readFileSync(key), cert: readFileSync(cert) })
  const port = await freePort()
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('S')
      new TLSSocket(socket, { isServer: true, secureContext }).on('error', () => {})
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return port
}

/** The URL of an empty database for this file, on the server of the test run. */
async function ownDatabase(): Promise<string> {
  return reachable(await createEmptyDatabase())
}

/** DATABASE_URL of a database for another process, until the test has finished. */
async function reachable(connection: pg.ClientConfig): Promise<string> {
  const proxy = await startDatabaseProxy(urlOf(connection))
  onTestFinished(() => proxy.close())
  return proxy.url
}
