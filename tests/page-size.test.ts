import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { CHUNK_REPORT, type Chunk } from '../build/chunk-report.ts'
import { screens } from '@plinth/testing/browser/screens.ts'
import { signedInClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { PASSWORD, sharedApp, type AppUnderTest } from '@plinth/testing/http/open-app.ts'

let app: AppUnderTest
let admin: HttpClient
let chunks: Record<string, Chunk>
beforeAll(async () => {
  app = await sharedApp()
  admin = await signedInClient(app.url, { email: 'admin@example.com', password: PASSWORD })
  chunks = JSON.parse(readFileSync(CHUNK_REPORT, 'utf8')) as typeof chunks
})

const withBudget = [...screens.open, ...screens.signedIn, ...screens.admin].flatMap(
  ({ path: page, budget }) => (budget?.js === undefined ? [] : [[page, budget.js] as const]),
)

// What a generated feature adds to every page: its routes, its entries of the navigation, its rules.
const KB_PER_GENERATED_FEATURE = 1
const ofGenerated = globSync('src/features/*/new-feature.json').length * KB_PER_GENERATED_FEATURE

test.each(withBudget)('%s loads at most %d KB of JavaScript', async (page, most) => {
  const cookie = page.startsWith('/dashboard') ? admin.cookie() : ''
  const html = await (await fetch(app.url + page, { headers: { cookie } })).text()
  const files = loadedBy([...new Set([...html.matchAll(/assets\/[\w-]+\.js/g)].map(([file]) => file))])
  expect(files.length).toBeGreaterThan(0)
  const sizeOf = (file: string) => statSync(path.join('dist/client', `${file}.br`)).size / 1000
  const size = files.reduce((sum, file) => sum + sizeOf(file), 0)
  expect(
    size,
    `${page}: ${size.toFixed(1)} KB. The largest modules:\n${largestIn(files)}`,
  ).toBeLessThanOrEqual(most + ofGenerated)
})

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
