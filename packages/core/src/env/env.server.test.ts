import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readDatabaseUrl } from './database-url.server.ts'
import { EnvError, parseEnv, settingNames } from './env.server.ts'

const secret = 'k3vT9mQ2xW8zR5nB7cJ4hL6pD1sF0gYa'
const everything = {
  BETTER_AUTH_SECRET: secret,
  DATABASE_URL: 'postgres://app@db/app',
  SMTP_URL: 'smtp://mail:587',
}
const failureOf = (source: Record<string, string | undefined>): string => {
  try {
    parseEnv(source)
  } catch (error) {
    expect(error).toBeInstanceOf(EnvError)
    return (error as Error).message
  }
  return ''
}

// A password with a raw # / or ?, which a parser reads as a host and its port; several hosts; a file that
// is not there.
const unusableUrls = [
  'postgres://u:p#w@host/db:x:y',
  'postgres://u:12#w@host/db',
  'postgres://u:12/3@host/db',
  'postgres://u:12?3@host/db',
  'postgres://u:hunter2@one:5432,two:5432/db',
  'postgres://u:hunter2@one,two/db',
  'postgres://u:p@host:x/db',
  'postgres://u:p@host/db?sslmode=verify-full&sslrootcert=/nowhere/ca.pem',
  'jdbc:postgresql://host/db',
  'postgresql+asyncpg://u:p@host/db',
  'host=db.example.com dbname=app',
  "psql 'postgres://u:p@host/db'",
]

const wrong: Record<string, string[]> = {
  APP_URL: [
    'app.example.com',
    'ftp://example.com',
    'https://example.com/path',
    'https://example.com?x',
    'https://u:p@example.com',
    'javascript:alert(1)',
    'http://',
  ],
  PORT: ['0', '65536', 'x', '80.5', '-1', '1e3', '3000 '.repeat(2)],
  DATABASE_URL: ['mysql://x', 'postgres://', 'db.sqlite', 'Embedded', ...unusableUrls],
  DATABASE_DIRECT_URL: ['mysql://x', 'postgres://', 'embedded', ...unusableUrls],
  REDIS_URL: [
    'localhost:6379',
    'http://redis',
    'redis://',
    'redis://u:p#w@host',
    'redis://:hunter2@host:x',
    'redis://host/name',
    'rediss://host?rejectUnauthorized=false',
  ],
  BETTER_AUTH_SECRET: ['short', 'a'.repeat(64), 'abcabcabcabcabcabcabcabcabcabcabcabc'],
  TRUSTED_PROXIES: ['*', 'localhost', '10.0.0.0/40', '10.0.0.1;10.0.0.2', 'proxy.internal'],
  CLIENT_ADDRESS_HEADER: ['X-Real-IP, X-Forwarded-For', 'X Real IP', '-x', 'x:y'],
  ADMIN_EMAILS: ['admin', 'a@b.example,', 'a@b.example; c@d.example', 'Admin <a@b.example>'].filter(
    (value) => !value.endsWith(','),
  ),
  SMTP_URL: ['mail.example.com:587', 'http://mail', 'smtp://', 'smtp://u:p@w:x@host:y', 'Log', 'log://x'],
  MAIL_FROM: ['nobody', 'Only A Name', 'a@b.example, c@d.example', 'x\r\nBcc: y@z.example'],
  MAIL_REPLY_TO: ['nobody', 'Only A Name', 'x\r\nBcc: y@z.example'],
  AUTH_REQUIRE_VERIFIED_EMAIL: ['yes', '1', 'TRUE'],
  ALLOW_INSECURE_HTTP: ['yes', '1', 'TRUE'],
  CLIENT_SOURCE_MAPS: ['yes', '1', 'TRUE'],
  AI_MODEL: [
    'gpt-5',
    'Local',
    'openai:',
    'openai: gpt',
    'mistral:large',
    'compatible:llama',
    'compatible:llama@localhost:11434',
    'compatible:@http://host/v1',
    'compatible:llama@ftp://host/v1',
    'compatible:llama@http://',
    'compatible:llama@http://user:hunter2@host/v1',
    'compatible:llama@http://host/v1?key=hunter2',
    `openai:${'x'.repeat(201)}`,
  ],
  AI_EMBEDDING_MODEL: [
    'local',
    'text-embedding-3-small',
    'anthropic:claude-haiku-5-5',
    'compatible:nomic@localhost',
  ],
  AI_API_KEY: ['two words'],
  OPENAI_API_KEY: ['two words', 'x'.repeat(501)],
  ANTHROPIC_API_KEY: ['two words'],
  GOOGLE_GENERATIVE_AI_API_KEY: ['two words'],
  DEMO_PASSWORD: ['short', 'x'.repeat(129)],
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    'localhost:4318',
    'grpc://collector:4317',
    'http://',
    'http://collector:4318?key=hunter2',
  ],
  METRICS_TOKEN: ['hunter2', 'two words of sixteen', 'x'.repeat(501)],
  STORAGE_URL: ['https://bucket', 's3://', 'bucket'],
  BACKUPS: ['weekly', 'true'],
  BACKUPS_URL: ['https://bucket', 's3://', 'bucket'],
  BACKUP_PASSPHRASE: ['short'],
  RETENTION_DAYS_AUDIT: ['-1', 'x', '29'],
  LOG_LEVEL: ['verbose', 'INFO'],
  NODE_ENV: ['prod', 'Production'],
}
// Any text is a valid folder and a valid address here; listening on an invalid address fails later.
const takesAnyText = ['HOST', 'DATA_DIR']

test('a URL with a raw character in its password says how to write it', () => {
  for (const url of unusableUrls.slice(0, 4)) expect(failureOf({ DATABASE_URL: url })).toContain('/ ? @ # %')
})

describe('a wrong value', () => {
  test('is listed for every setting', () => {
    expect([...Object.keys(wrong), ...takesAnyText].toSorted()).toEqual([...settingNames].toSorted())
  })

  test.each(Object.entries(wrong))('of %s is an error that names it, on one line', (name, values) => {
    for (const value of values) {
      const message = failureOf({ [name]: value })
      expect(message, value).toMatch(new RegExp(`^${name} [a-z].+\\.$`))
      expect(message.split('\n'), value).toHaveLength(1)
    }
  })

  test.each([
    ['AI_MODEL', 'openai:gpt-6-sol', 'OPENAI_API_KEY'],
    ['AI_MODEL', 'anthropic:claude-opus-5', 'ANTHROPIC_API_KEY'],
    ['AI_EMBEDDING_MODEL', 'google:gemini-embedding-2', 'GOOGLE_GENERATIVE_AI_API_KEY'],
  ])('of %s without the key of its provider is an error', (name, model, key) => {
    expect(failureOf({ [name]: model })).toBe(`${key} is required for ${name}=${model}.`)
    expect(failureOf({ [name]: model, [key]: 'given' })).toBe('')
    expect(failureOf({ [name]: 'compatible:model@http://127.0.0.1:11434/v1' })).toBe('')
  })

  test('of DATABASE_DIRECT_URL is an error without a pooler in DATABASE_URL', () => {
    const direct = { DATABASE_DIRECT_URL: 'postgres://host/name' }
    for (const given of [direct, { ...direct, DATABASE_URL: 'embedded' }])
      expect(failureOf(given)).toBe(
        'DATABASE_DIRECT_URL requires DATABASE_URL, the URL of the connection pooler.',
      )
    expect(failureOf({ ...direct, DATABASE_URL: 'postgres://pooler/name' })).toBe('')
  })

  test('of CLIENT_ADDRESS_HEADER is an error without proxies that set it', () => {
    const named = { CLIENT_ADDRESS_HEADER: 'X-Real-IP' }
    expect(failureOf(named)).toBe(
      'CLIENT_ADDRESS_HEADER requires TRUSTED_PROXIES, the proxies that set this header.',
    )
    expect(failureOf({ ...named, TRUSTED_PROXIES: '10.0.0.0/8' })).toBe('')
  })

  test.each([
    ['s3://bucket', 's3://bucket/backups'],
    ['s3://bucket/all', 's3://bucket'],
    ['s3://bucket/files?endpoint=http://host', 's3://bucket/files/?endpoint=http://host'],
  ])('of BACKUPS_URL is an error within or around STORAGE_URL', (files, backups) => {
    expect(failureOf({ STORAGE_URL: files, BACKUPS_URL: backups })).toMatch(/^BACKUPS_URL must be outside/)
    expect(failureOf({ STORAGE_URL: files, BACKUPS_URL: 's3://another/backups' })).toBe('')
  })

  test('is not repeated if it may contain a password', () => {
    for (const name of [
      'DATABASE_URL',
      'DATABASE_DIRECT_URL',
      'REDIS_URL',
      'SMTP_URL',
      'BETTER_AUTH_SECRET',
      'DEMO_PASSWORD',
      'AI_MODEL',
      'AI_EMBEDDING_MODEL',
    ]) {
      const message = failureOf({ [name]: name === 'DEMO_PASSWORD' ? 'hunter2' : `xyz://user:hunter2@host` })
      expect(message).toContain(name)
      expect(message).not.toContain('hunter2')
    }
  })

  test('is reported together with all others', () => {
    expect(
      failureOf({ PORT: 'x', LOG_LEVEL: 'y' })
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual(['PORT', 'LOG_LEVEL'])
  })
})

describe('local mode', () => {
  test('is the default and needs no settings', () => {
    expect(parseEnv({})).toMatchObject({
      isLocal: true,
      APP_URL: 'http://localhost:3000',
      HOST: '127.0.0.1',
      PORT: 3000,
      DATABASE_URL: undefined,
    })
    expect(parseEnv({ PORT: '4100' }).APP_URL).toBe('http://localhost:4100')
    expect(parseEnv({ APP_URL: ' ', PORT: '', BETTER_AUTH_SECRET: '' }).isLocal).toBe(true)
  })

  test.each([
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://127.9.9.9',
    'http://[::1]:3000',
    'http://LOCALHOST',
  ])('is on for %s', (url) => {
    expect(parseEnv({ APP_URL: url, HOST: '127.0.0.1' }).isLocal).toBe(true)
  })

  test.each(['x86_64-conda-linux-gnu', 'myhost', 'my.machine.example', 'arm64-apple-darwin20.0.0'])(
    'is on if a program has set HOST to %s, which is no address',
    (host) => {
      expect(parseEnv({ HOST: host })).toMatchObject({ isLocal: true, HOST: '127.0.0.1' })
    },
  )

  test.each([
    ['[::1]', '::1'],
    ['localhost', 'localhost'],
    ['::', '::'],
  ])('HOST %s listens on %s', (given, host) => {
    expect(parseEnv({ HOST: given, ...everything }).HOST).toBe(host)
  })

  test.each([
    'https://app.example.com',
    'http://10.0.0.5:3000',
    'http://localhost.example.com',
    'http://127.0.0.1.nip.io',
    'http://0.0.0.0:3000',
    'http://app.localhost:3000',
    'http://128.0.0.1',
  ])('is off for %s, and each missing setting is named', (url) => {
    const message = failureOf({ APP_URL: url })
    for (const name of Object.keys(everything)) expect(message).toContain(`${name} is required`)
    expect(parseEnv({ APP_URL: url, ...everything, ALLOW_INSECURE_HTTP: 'true' }).isLocal).toBe(false)
  })

  test.each(['0.0.0.0', '::', '192.168.1.4', '10.0.0.1', '[::]'])(
    'is off if HOST is %s, even if APP_URL is a loopback address',
    (host) => {
      expect(failureOf({ HOST: host })).toContain('BETTER_AUTH_SECRET is required')
      expect(parseEnv({ HOST: host, ...everything }).isLocal).toBe(false)
    },
  )

  test.each(Object.keys(everything))('outside it a missing %s is an error', (name) => {
    expect(
      failureOf({ APP_URL: 'https://app.example.com', ...everything, [name]: undefined }).match(
        /[A-Z_]+ is required/g,
      ),
    ).toEqual([`${name} is required`])
  })

  test('mail may stay in the log by the word for it alone', () => {
    const url = 'https://app.example.com'
    const read = parseEnv({ APP_URL: url, ...everything, SMTP_URL: 'log' })
    expect([read.SMTP_URL, read.logsMail, read.isLocal]).toEqual([undefined, true, false])
    for (const given of [{}, { SMTP_URL: '' }, everything]) expect(parseEnv(given).logsMail).toBe(false)
  })
})

test('an http APP_URL of another machine is rejected without ALLOW_INSECURE_HTTP', () => {
  for (const url of ['http://app.example.com', 'http://10.0.0.5:3000', 'http://app.localhost:3000']) {
    expect(failureOf({ APP_URL: url, ...everything })).toContain('ALLOW_INSECURE_HTTP=true')
    expect(parseEnv({ APP_URL: url, ...everything, ALLOW_INSECURE_HTTP: 'true' }).APP_URL).toBe(url)
  }
  expect(parseEnv({ APP_URL: 'http://localhost:3000', HOST: '0.0.0.0', ...everything }).isLocal).toBe(false)
})

test('the embedded database can be chosen outside local mode', () => {
  const env = parseEnv({
    APP_URL: 'https://app.example.com',
    ...everything,
    DATABASE_URL: 'embedded',
    DATA_DIR: 'somewhere',
  })
  expect(env).toMatchObject({ DATABASE_URL: undefined, DATA_DIR: path.resolve('somewhere') })
})

test.each([
  ['postgres://u:p@/db?host=/cloudsql/project:region:instance', '/cloudsql/project:region:instance', 'db'],
  ['postgresql://u:p@%2Fvar%2Frun%2Fpostgresql/db', '/var/run/postgresql', 'db'],
  ['postgres:///db?host=/tmp', '/tmp', 'db'],
  ['postgres://u:p%23%40w@db.example.com:6543/postgres', 'db.example.com:6543', 'postgres'],
  [
    'postgres://user@server:p@w@server.postgres.database.azure.com/db',
    'server.postgres.database.azure.com',
    'db',
  ],
  ['postgres://u:50%@host/db', 'host', 'db'],
  [
    'postgresql://u:p@ep-x-pooler.eu.aws.neon.tech/neondb?sslmode=require&channel_binding=require',
    'ep-x-pooler.eu.aws.neon.tech',
    'neondb',
  ],
  ['postgres://u:p@host/db?pgbouncer=true&connection_limit=1&schema=public', 'host', 'db'],
  ['postgres://u:p@host/db?sslmode=no-verify', 'host', 'db'],
  ['postgres://u:p@[2001:db8::1]/db', '2001:db8::1', 'db'],
])('DATABASE_URL %s is taken', (url, server, database) => {
  expect(parseEnv({ DATABASE_URL: url, DATABASE_DIRECT_URL: url }).DATABASE_URL).toBe(url)
  expect(readDatabaseUrl(url)).toMatchObject({ server, database })
})

test('lists are split and email addresses are lowercased', () => {
  const env = parseEnv({
    TRUSTED_PROXIES: '127.0.0.1 , 10.0.0.0/8,',
    ADMIN_EMAILS: 'Ada@Example.com, ben@example.com',
  })
  expect(env.TRUSTED_PROXIES).toEqual(['127.0.0.1', '10.0.0.0/8'])
  expect(env.ADMIN_EMAILS).toEqual(['ada@example.com', 'ben@example.com'])
})
