import { openApp, type AppUnderTest } from './open-app.ts'

const TOKEN = 'k3vT9mQ2xW8zR5nB7cJ4hL6p'

export type Metered = AppUnderTest & {
  /** What the process holds open: client streams and listeners for announcements. */
  held(): Promise<{ streams: number; listeners: number }>
}

/** The application with its metrics. */
export async function openMetered(env: Record<string, string> = {}): Promise<Metered> {
  const app = await openApp({ ...env, METRICS_TOKEN: TOKEN })
  return {
    ...app,
    async held() {
      const headers = { authorization: `Bearer ${TOKEN}` }
      const text = await (await fetch(`${app.url}/metrics`, { headers })).text()
      // The names begin with the product's.
      const valueOf = (name: string) =>
        Number(new RegExp(`^\\w+_${name} (\\S+)$`, 'm').exec(text)?.[1] ?? NaN)
      return { streams: valueOf('live_streams'), listeners: valueOf('live_listeners') }
    },
  }
}
