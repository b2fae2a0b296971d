import { expect, test } from 'vitest'
import { providerClients } from './provider-clients.server.ts'
import { providerStates } from './provider-states.server.ts'
import { failureText } from '../providers.ts'
import { providersSettings } from './providers-settings.server.ts'

const pair = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
const statesOf = (given: Record<string, string>, isLocal = true) =>
  providerStates({ ...providersSettings.parse(given), isLocal })

test('a provider is on when it is set up; otherwise it is shown in local mode only', () => {
  expect(statesOf({})).toMatchObject({ google: 'setup', github: 'setup' })
  expect(statesOf(pair)).toMatchObject({ google: 'on', github: 'setup' })
  expect(statesOf(pair, false)).toMatchObject({ google: 'on', github: 'off' })
  expect(providerClients(providersSettings.parse(pair)).map(({ name }) => name)).toEqual(['google'])
})

test('only known error codes in a URL have a text', () => {
  expect(failureText('expired')).toBe('providers:failure.expired')
  for (const nonsense of ['', 'constructor', '__proto__', 'anything', 1, undefined, ['expired']])
    expect(failureText(nonsense)).toBeUndefined()
})
