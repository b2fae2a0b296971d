import { createId } from '@plinth/core/internal/lib/create-id.ts'
import type { FeatureBenches } from '../../bench/feature-benches.ts'
import { bodyOf, headersOf } from '../../bench/requests.ts'
import type { HttpClient } from '@plinth/testing/http-client.ts'

export const benches: FeatureBenches = { load: [{ everySeconds: 6, act: askChat }] }

async function askChat(client: HttpClient, url: string): Promise<void> {
  const parts = [{ type: 'text', text: 'What is in my posts?' }]
  const body = JSON.stringify({ id: createId(), messages: [{ id: createId(), role: 'user', parts }] })
  const headers = { ...headersOf(url, client), 'content-type': 'application/json' }
  await bodyOf(fetch(`${url}/api/chat`, { method: 'POST', headers, body }), 'chat')
}
