import { setTimeout as pause } from 'node:timers/promises'
import type { FeatureBenches } from '../../bench/feature-benches.ts'
import { bodyOf, headersOf, read, write } from '../../bench/requests.ts'
import type { HttpClient } from '@plinth/testing/http-client.ts'
import { textFile } from '#/features/documents/tests/document-files.ts'

const FILE_BYTES = 200_000

export const benches: FeatureBenches = {
  own: { retrieval: async () => (await import('./retrieval.ts')).bench },
  load: [{ everySeconds: 6, act: uploadAndDelete }],
}

async function uploadAndDelete(client: HttpClient, url: string): Promise<void> {
  const body = new FormData()
  body.set('file', new File([textFile('A line of the file.\n\n'.repeat(FILE_BYTES / 21))], 'load.txt'))
  const headers = headersOf(url, client)
  const uploaded = fetch(`${url}/api/trpc/documents.upload`, { method: 'POST', headers, body })
  const id = /"id":"(\w+)"/.exec(await bodyOf(uploaded, 'documents.upload'))?.[1]
  while (!/"status":"(ready|failed)"/.test(await read(client, 'documents.get', { id }))) await pause(500)
  await write(client, 'documents.delete', { id })
}
