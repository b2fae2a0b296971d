import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readImportGraph } from '@plinth/cli/checks/import-graph.ts'
import { isTestFile } from '@plinth/cli/test-files.mjs'

const DOCUMENT = 'docs/architecture.md'

/** The parts of the picture, by where their files are. */
const places: readonly (readonly [part: string, place: RegExp])[] = [
  ['entry', /^src\/(router\.tsx|start\.ts|server\.ts|install\.server\.ts|routeTree\.gen\.ts)$/],
  ['routes', /^src\/routes\//],
  ['shell', /^src\/shell\//],
  ['app', /^src\/(app|app\.server)\.ts$/],
  ['features', /^src\/features\//],
  ['components', /^src\/components\//],
  ['lib', /^src\/lib\//],
  ['cli', /^packages\/cli\//],
  ['testing', /^packages\/testing\//],
  ['core', /^packages\/core\//],
  ['postgres', /^packages\/postgres\//],
]

const partOf = (file: string): string | undefined => places.find(([, place]) => place.test(file))?.[0]

/** Who imports whom, as a picture in Mermaid. An arrow that others imply is left out. */
export function pictureOf(root: string): string {
  const edges = new Map<string, Set<string>>(places.map(([part]) => [part, new Set()]))
  for (const [file, { imports }] of readImportGraph(root)) {
    const from = partOf(file)
    if (from === undefined || (from !== 'testing' && isTestFile(file))) continue
    for (const imported of imports) {
      const to = partOf(imported)
      if (to !== undefined && to !== from) edges.get(from)?.add(to)
    }
  }
  const arrows = [...edges].flatMap(([from, targets]) =>
    [...targets].filter((to) => !isImplied(edges, from, to)).map((to) => `  ${from} --> ${to}`),
  )
  return ['```mermaid', 'flowchart TD', ...arrows.toSorted(), '```'].join('\n')
}

/** Whether another arrow from the same part leads there. */
function isImplied(edges: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string): boolean {
  const found = new Set([...(edges.get(from) ?? [])].filter((one) => one !== to))
  // Goes on with what is added meanwhile.
  for (const part of found) for (const next of edges.get(part) ?? []) if (next !== from) found.add(next)
  return found.has(to)
}

/** The picture in docs/architecture.md must be what the imports say. */
export function checkMap(root: string): string[] {
  const picture = pictureOf(root)
  if (readFileSync(path.join(root, DOCUMENT), 'utf8').includes(picture)) return []
  return [`${DOCUMENT} shows other imports than these:`, ...picture.split('\n')]
}
