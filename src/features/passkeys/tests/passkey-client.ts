import { expect } from 'vitest'
import { createHttpClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { createSoftAuthenticator } from '@plinth/testing/soft-authenticator.ts'

type App = { url: string }
export type Device = ReturnType<typeof createSoftAuthenticator>
type Options = Parameters<Device['get']>[0]

/** Adds a passkey to the account of a signed-in client. */
export async function addPasskey({ url }: App, client: HttpClient): Promise<Device> {
  const device = createSoftAuthenticator(url)
  const options = (await (await client.get('/api/auth/passkey/generate-register-options')).json()) as Options
  const made = { response: device.create(options), name: 'x' }
  expect((await client.post('/api/auth/passkey/verify-registration', made)).status).toBe(200)
  return device
}

/** What the device answers when that browser asks it for a passkey. */
export async function assertionOf(device: Device, client: HttpClient): Promise<object> {
  const answer = await client.get('/api/auth/passkey/generate-authenticate-options')
  return device.get((await answer.json()) as Options)
}

/** Whether the passkey signs in, in a new browser. */
export async function passkeySignsIn({ url }: App, device: Device): Promise<boolean> {
  const client = createHttpClient(url)
  const response = await assertionOf(device, client)
  return (await client.post('/api/auth/passkey/verify-authentication', { response })).ok
}
