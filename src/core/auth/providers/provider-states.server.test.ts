import { expect, test } from 'vitest'
import { parseEnv } from '#/core/env/env.server.ts'
import { providerClients } from './provider-clients.server.ts'
import { providerStates } from './provider-states.server.ts'
import { failureText } from './providers.ts'

const pair = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
const elsewhere = {
  APP_URL: 'https://app.example.com',
  BETTER_AUTH_SECRET: 'k3vT9mQ2xW8zR5nB7cJ4hL6pD1sF0gYa',
  DATABASE_URL: 'embedded',
  SMTP_URL: 'smtp://mail:587',
}

test('a provider is on when it is set up; otherwise it is shown in local mode only', () => {
  expect(providerStates(parseEnv({}))).toEqual({ google: 'setup', github: 'setup' })
  expect(providerStates(parseEnv(pair))).toEqual({ google: 'on', github: 'setup' })
  expect(providerStates(parseEnv({ ...elsewhere, ...pair }))).toEqual({ google: 'on', github: 'off' })
  expect(providerClients(parseEnv(pair)).map(({ name }) => name)).toEqual(['google'])
})

test('only known error codes in a URL have a text', () => {
  expect(failureText('expired')).toBe('providers:failure.expired')
  for (const nonsense of ['', 'constructor', '__proto__', 'anything', 1, undefined, ['expired']])
    expect(failureText(nonsense)).toBeUndefined()
})
