import { expect } from 'vitest'
import type { HttpClient } from '@plinth/testing/http-client.ts'
import type { OAuthServer } from '@plinth/testing/servers/oauth-server.ts'

export type ProviderAtTest = 'google' | 'github'

type Authorization = { path?: string; body?: Record<string, unknown> }

/** Starts authorization. Returns the URL of the provider. */
export async function startAuthorization(
  client: HttpClient,
  provider: ProviderAtTest,
  { path = '/sign-in/social', body = {} }: Authorization = {},
): Promise<string> {
  const answer = await client.post(`/api/auth${path}`, { provider, ...body })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { url: string }).url
}

/** Runs the whole flow with a user who agrees. Returns the path and query where the browser ends up. */
export async function goThrough(
  client: HttpClient,
  server: OAuthServer,
  { provider, ...out }: Authorization & { provider: ProviderAtTest },
): Promise<string> {
  return comeBack(client, server.agree(await startAuthorization(client, provider, out)))
}

/** Follows the OAuth callback. Returns the path and query it redirects to. */
export async function comeBack(client: HttpClient, back: URL): Promise<string> {
  const answer = await client.get(back.pathname + back.search)
  expect(answer.status).toBe(302)
  const location = new URL(answer.headers.get('location') ?? '', back.origin)
  expect(location.origin).toBe(back.origin)
  return location.pathname + location.search
}
