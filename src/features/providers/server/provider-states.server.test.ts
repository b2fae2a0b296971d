import { expect, test } from 'vitest'
import { providerClients } from './provider-clients.server.ts'
import { providerStates } from './provider-states.server.ts'
import { failureText, providerNames, type ProviderState } from '../providers.ts'
import { providersSettings } from './providers-settings.server.ts'

const pair = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
const statesOf = (given: Record<string, string>, isLocal = true) =>
  providerStates({ ...providersSettings.parse(given), isLocal })

const all = (state: ProviderState) => Object.fromEntries(providerNames.map((name) => [name, state]))

test('a provider is on when it is set up; otherwise it is shown in local mode only', () => {
  expect(statesOf({})).toEqual(all('setup'))
  expect(statesOf(pair)).toEqual({ ...all('setup'), google: 'on' })
  expect(statesOf(pair, false)).toEqual({ ...all('off'), google: 'on' })
  expect(providerClients(providersSettings.parse(pair)).map(({ name }) => name)).toEqual(['google'])
})

test('only known error codes in a URL have a text', () => {
  expect(failureText('expired')).toBe('providers:failure.expired')
  for (const nonsense of ['', 'constructor', '__proto__', 'anything', 1, undefined, ['expired']])
    expect(failureText(nonsense)).toBeUndefined()
})
