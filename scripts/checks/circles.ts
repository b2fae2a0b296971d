import { isTestFile } from '../test-files.mjs'
import type { SourceFile } from './import-graph.ts'

/**
 * Returns the import cycles among the files of src and packages, type imports included, each as a sorted
 * list. Files in a cycle can't be understood, moved or tested separately. Generated files and tests are
 * skipped.
 */
export function findCircles(graph: Map<string, SourceFile>): string[][] {
  const files = [...graph.keys()].filter(
    (file) => /^(src|packages)\/.+\.tsx?$/.test(file) && !isTestFile(file) && !file.endsWith('.gen.ts'),
  )
  const importsOf = new Map(
    files.map((file) => [file, new Set(graph.get(file)?.imports.filter((to) => files.includes(to)))]),
  )
  // A file that imports nothing, or that nothing imports, can't be in a cycle.
  for (let isShrinking = true; isShrinking;) {
    const imported = new Set([...importsOf.values()].flatMap((imports) => [...imports]))
    const outside = [...importsOf].filter(([file, imports]) => imports.size === 0 || !imported.has(file))
    for (const [file] of outside) importsOf.delete(file)
    for (const imports of importsOf.values()) for (const [file] of outside) imports.delete(file)
    isShrinking = outside.length > 0
  }
  const circles: string[][] = []
  const placed = new Set<string>()
  for (const file of importsOf.keys()) {
    if (placed.has(file)) continue
    const reached = reach(importsOf, file)
    const circle = [...reached].filter((other) => reach(importsOf, other).has(file))
    for (const other of circle) placed.add(other)
    if (circle.length > 0) circles.push(circle.toSorted())
  }
  return circles.toSorted(([a = ''], [b = '']) => a.localeCompare(b))
}

/** Returns all files that a file imports, directly or indirectly; itself only if it is in a cycle. */
function reach(importsOf: Map<string, Set<string>>, file: string): Set<string> {
  const found = new Set<string>()
  const open = [...(importsOf.get(file) ?? [])]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue
    found.add(next)
    open.push(...(importsOf.get(next) ?? []))
  }
  return found
}
