// What a first visit of each page loads, compared with the budgets that npm run budget wrote: once it is 5 %
// more, somebody should know. Without budgets nothing is compared.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { CHUNK_REPORT, type Chunk } from '../build/chunk-report.ts'
import { screens, type Screen } from '@plinth/testing/browser/screens.ts'
import { signedInClient } from '@plinth/testing/http-client.ts'
import { PASSWORD, sharedApp } from '@plinth/testing/http/open-app.ts'

/** KB of JavaScript by page. The starter's are none of a project's. */
type Budgets = Record<string, number>
const BUDGETS = existsSync('workshop') ? 'workshop/budgets.json' : 'tests/budgets.json'
const GROWTH = 0.05
const isWriting = process.env.WRITE_BUDGETS === 'true'
const hasBudgets = existsSync(BUDGETS)

test.runIf(isWriting)('the budgets are what each page loads now', async () => {
  const { sizes } = await measure()
  writeFileSync(BUDGETS, `${JSON.stringify(Object.fromEntries(sizes), null, 2)}\n`)
  console.info(`${BUDGETS}: ${sizes.length} pages`)
})

test.runIf(hasBudgets && !isWriting)('no page loads 5 % more JavaScript than its budget', async () => {
  const budgets = JSON.parse(readFileSync(BUDGETS, 'utf8')) as Budgets
  const { sizes, filesOf } = await measure()
  const grown = sizes.flatMap(([page, size]) => {
    const budget = budgets[page] ?? Infinity
    if (size <= budget * (1 + GROWTH)) return []
    const more = ((size / budget - 1) * 100).toFixed(1)
    return [{ page, line: `${page} loads ${size} KB of JavaScript, ${more} % more than ${budget} KB.` }]
  })
  const [first] = grown
  const why = first && `The largest modules of ${first.page}:\n${largestIn(filesOf.get(first.page) ?? [])}`
  const lines = grown.map(({ line }) => line)
  expect(lines, [...lines, 'If it is worth that: npm run budget.', why].join('\n')).toEqual([])
})

const isMeasured = ({ path: page, status = 200, create }: Screen) =>
  status === 200 && create === undefined && !page.includes('?')

let chunks: Record<string, Chunk> = {}

/** What each page that can be opened by its path loads, in KB of 1000 bytes. */
async function measure(): Promise<{ sizes: [string, number][]; filesOf: Map<string, string[]> }> {
  const app = await sharedApp()
  const admin = await signedInClient(app.url, { email: 'admin@example.com', password: PASSWORD })
  chunks = JSON.parse(readFileSync(CHUNK_REPORT, 'utf8')) as typeof chunks
  const filesOf = new Map<string, string[]>()
  const opened: [readonly Screen[], string][] = [
    [screens.open, ''],
    [[...screens.signedIn, ...screens.admin], admin.cookie()],
  ]
  for (const [shown, cookie] of opened)
    for (const { path: page } of shown.filter(isMeasured)) {
      const html = await (await fetch(app.url + page, { headers: { cookie } })).text()
      const linked = [...new Set([...html.matchAll(/assets\/[\w-]+\.js/g)].map(([file]) => file))]
      expect(linked, page).not.toEqual([])
      filesOf.set(page, loadedBy(linked))
    }
  const bytesOf = (file: string) => statSync(path.join('dist/client', `${file}.br`)).size
  const sizes = [...filesOf].map(([page, files]): [string, number] => [
    page,
    Math.round(files.reduce((sum, file) => sum + bytesOf(file), 0) / 100) / 10,
  ])
  return { sizes, filesOf }
}

/** The scripts that these load at once, with themselves. */
function loadedBy(files: readonly string[]): string[] {
  const found = new Set<string>()
  const visit = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    chunks[file]?.imports.forEach(visit)
  }
  files.forEach(visit)
  return [...found]
}

/** The largest modules that a route imports, each with the imports by which it comes to the page. */
function largestIn(files: readonly string[]): string {
  const modules = new Map(files.flatMap((file) => Object.entries(chunks[file]?.modules ?? {})))
  return [...modules]
    .toSorted(([, one], [, other]) => other.bytes - one.bytes)
    .map(([id, { bytes }]) => ({ bytes, chain: chainTo(id, modules) }))
    .filter(({ chain }) => chain.length > 1)
    .slice(0, 12)
    .map(({ bytes, chain }) => `${(bytes / 1000).toFixed(0)} KB uncompressed: ${chain.join(' <- ')}`)
    .join('\n')
}

/** The shortest chain of imports from a module up to a route. */
function chainTo(id: string, modules: ReadonlyMap<string, { importers: readonly string[] }>): string[] {
  const seen = new Set([id])
  const open = [[id]]
  for (let chain = open.shift(); chain; chain = open.shift()) {
    const last = chain.at(-1) ?? id
    if (last.startsWith('src/routes/')) return chain.map((step) => step.split('?')[0] ?? step)
    for (const importer of modules.get(last)?.importers ?? []) {
      if (seen.has(importer) || !modules.has(importer)) continue
      seen.add(importer)
      open.push([...chain, importer])
    }
  }
  return [id]
}
