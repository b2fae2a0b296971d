/** A client with a cookie jar that sends requests like a browser of this application. */
export type HttpClient = {
  cookie(): string
  post(path: string, body: unknown, signal?: AbortSignal): Promise<Response>
  get(path: string, init?: Pick<RequestInit, 'headers' | 'signal'>): Promise<Response>
  /** Closes and reopens the browser: session cookies are gone. */
  restart(): void
}

export function createHttpClient(url: string, origin = url): HttpClient {
  const jar = new Map<string, { value: string; lasts: boolean }>()
  const cookie = () => [...jar].map(([name, { value }]) => `${name}=${value}`).join('; ')
  async function send(path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(url + path, {
      redirect: 'manual',
      ...init,
      headers: { origin, cookie: cookie(), ...init.headers },
    })
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (!name) continue
      if (/;\s*max-age=0\b/i.test(set)) jar.delete(name)
      else jar.set(name, { value: value ?? '', lasts: /;\s*(max-age|expires)=/i.test(set) })
    }
    return response
  }
  return {
    cookie,
    restart() {
      for (const [name, { lasts }] of jar) if (!lasts) jar.delete(name)
    },
    get: (path, init) => send(path, { ...init }),
    post: (path, body, signal) =>
      send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal,
      }),
  }
}

/** Signs in over HTTP. Rejects with the response when that fails. */
export async function signedInClient(
  url: string,
  account: { email: string; password: string },
): Promise<HttpClient> {
  const client = createHttpClient(url)
  const answer = await client.post('/api/auth/sign-in/email', account)
  if (!answer.ok) throw new Error(`Sign-in answered ${answer.status}: ${await answer.text()}`)
  return client
}
