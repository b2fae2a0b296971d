import type { z } from 'zod'
import { ProviderFailure, type Credentials, type Exchange } from './provider-client.server.ts'

const ANSWER_MAX_BYTES = 262_144

type Question<Shape> = {
  url: string
  shape: z.ZodType<Shape>
  signal: AbortSignal
  /** Sent as a form by POST; without it the request is a GET. */
  form?: Record<string, string>
  accessToken?: string
}

/**
 * Calls a provider and returns its JSON response, validated against `shape`. Reads at most 256 KiB and
 * follows no redirects. Throws ProviderFailure: unavailable (down, slow, redirected, too long, 429, 5xx) or
 * rejected (other 4xx, wrong shape).
 */
export async function askProvider<Shape>({
  url,
  shape,
  signal,
  form,
  accessToken,
}: Question<Shape>): Promise<Shape> {
  const headers = {
    accept: 'application/json',
    'user-agent': 'plinth',
    ...(accessToken && { authorization: `Bearer ${accessToken}` }),
  }
  const { host } = new URL(url)
  let status: number
  let text: string
  try {
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      headers,
      body: form && new URLSearchParams(form),
      redirect: 'error',
      signal,
    })
    status = response.status
    text = await readAtMost(response, ANSWER_MAX_BYTES)
  } catch (error) {
    throw new ProviderFailure(
      'unavailable',
      `${host} could not be asked: ${error instanceof Error ? error.name : 'unknown'}`,
    )
  }
  if (status >= 500 || status === 429) throw new ProviderFailure('unavailable', `${host} answered ${status}`)
  if (status >= 400) throw new ProviderFailure('rejected', `${host} answered ${status}`)
  const parsed = shape.safeParse(jsonOf(text))
  if (!parsed.success)
    throw new ProviderFailure(
      'rejected',
      `${host} answered with another shape at ${parsed.error.issues[0]?.path.join('.')}`,
    )
  return parsed.data
}

/** The form that exchanges a code for a token (RFC 6749 §4.1.3, with PKCE). */
export function tokenForm(
  { clientId, clientSecret }: Credentials,
  { code, codeVerifier, redirectUri }: Exchange,
): Record<string, string> {
  return {
    grant_type: 'authorization_code',
    code,
    code_verifier: codeVerifier,
    redirect_uri: redirectUri,
    client_id: clientId,
    client_secret: clientSecret,
  }
}

async function readAtMost(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    // Leaving the loop cancels the stream.
    if (size > maxBytes) throw new RangeError('too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
