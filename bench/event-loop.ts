import { setTimeout as pause } from 'node:timers/promises'
import { docxOf, pdfOf, textFile, wordParagraph } from '../tests/support/document-files.ts'
import { signedInClient, type HttpClient } from '../tests/support/http-client.ts'
import { startApp } from '../tests/support/running-app.ts'
import { demoPassword } from './demo-session.ts'
import type { Bench, Measured } from './report.ts'

const METRICS_TOKEN = 'k3vT9mQ2xW8zR5nB7cJ4hL6p'
const MEGABYTE = 1024 * 1024
const sentence = 'The crane of the harbor lifts forty tons, and at night its lamps are blue. '
const paragraphs = (bytes: number) =>
  Array.from({ length: Math.floor(bytes / 300) }, (_, at) =>
    `Part ${at}. ${sentence.repeat(4)}`.slice(0, 298),
  )

const files: [string, () => Uint8Array<ArrayBuffer>][] = [
  ['19 MB of plain text.txt', () => textFile(paragraphs(19 * MEGABYTE).join('\n\n'))],
  ['3 MB of plain text.txt', () => textFile(paragraphs(3 * MEGABYTE).join('\n\n'))],
  ['19 MB in one line.txt', () => textFile(sentence.repeat((19 * MEGABYTE) / sentence.length))],
  ['19 MB of Markdown.md', () => textFile(paragraphs(19 * MEGABYTE).join('\n\n## Next\n\n'))],
  [
    'a Word file with 5 MB of text.docx',
    () =>
      docxOf(
        paragraphs(5 * MEGABYTE)
          .map((text) => wordParagraph(text))
          .join(''),
      ),
  ],
  ['a PDF of 2000 pages.pdf', () => pdfOf(Array.from({ length: 2000 }, () => paragraphs(3000)))],
]

/** The longest that other requests wait while the largest allowed inputs are processed. */
export const bench: Bench = {
  how: 'the longest time the event loop stood still, from upload to the end of indexing; alone on the machine',
  async run() {
    const app = await startApp({ env: { DEMO_PASSWORD: demoPassword, METRICS_TOKEN } })
    const held = async (what: string, work: () => Promise<unknown>): Promise<Measured> => {
      await longestLag(app.url)
      await work()
      return { what, value: await longestLag(app.url), unit: 'ms', aim: { atMost: 200 } }
    }
    try {
      const ada = await signedInClient(app.url, { email: 'ada@example.com', password: demoPassword })
      await ada.get('/dashboard/posts')
      const rows = [await held('nothing but the probe', () => pause(3000))]
      for (const [name, make] of files) {
        const content = make()
        rows.push(await held(name, () => upload(ada, app.url, { name, content })))
      }
      const content = '| a | b |\n| - | - |\n'.concat('| *x* | `y` |\n'.repeat(400))
      rows.push(await held('a post with a table of 400 rows: saved and shown', () => write(ada, content)))
      const words = `${sentence.repeat(4)}**Bold** and [a link](https://example.com).\n\n`
        .repeat(140)
        .slice(0, 49_999)
      rows.push(await held('a post of 50 KB: saved and shown', () => write(ada, words)))
      return rows
    } finally {
      await app.stop()
    }
  },
}

/** Returns the longest lag since the previous call, in milliseconds. */
async function longestLag(url: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(await answer.text()) ?? []
  return Number(seconds) * 1000
}

async function upload(
  client: HttpClient,
  url: string,
  { name, content }: { name: string; content: Uint8Array<ArrayBuffer> },
): Promise<void> {
  const form = new FormData()
  form.set('file', new File([content], name))
  const headers = { origin: url, cookie: client.cookie() }
  const answer = await fetch(`${url}/api/trpc/documents.upload`, { method: 'POST', headers, body: form })
  const sent = await answer.text()
  const id = /"id":"(\w+)"/.exec(sent)?.[1]
  if (id === undefined) throw new Error(`documents.upload answered ${answer.status}: ${sent}`)
  const input = encodeURIComponent(JSON.stringify({ json: { id } }))
  for (;;) {
    const state = await (await client.get(`/api/trpc/documents.get?input=${input}`)).text()
    if (/"status":"(ready|failed)"/.test(state))
      return console.log(`  ${name}: ${/"status":"(\w+)"/.exec(state)?.[1]}`)
    await pause(200)
  }
}

async function write(client: HttpClient, content: string): Promise<void> {
  const answer = await client.post('/api/trpc/posts.create', { json: { title: 'Long', content } })
  const sent = await answer.text()
  const id = /"id":"(\w+)"/.exec(sent)?.[1]
  if (id === undefined) throw new Error(`posts.create answered ${answer.status}: ${sent}`)
  const page = await client.get(`/dashboard/posts/${id}`)
  await page.text()
  if (page.status !== 200) throw new Error(`The post's page answered ${page.status}`)
}
