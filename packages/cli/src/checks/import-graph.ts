import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { packageFile } from '../lint-rules.mjs'

const patterns = ['*.{ts,mjs}', '{src,packages,tests,e2e,workshop}/**/*.{ts,tsx,mjs,css,json}']

/** The hash of a file's content, and the project files that it imports. */
export type SourceFile = { hash: string; imports: string[] }

/**
 * Returns every source file of the project by its path. Imports include the file extension, so that nothing
 * has to be resolved.
 */
export function readImportGraph(root: string): Map<string, SourceFile> {
  const files = globSync(patterns, { cwd: root })
  return new Map(
    files.map((name) => {
      const file = name.split(path.sep).join('/')
      const text = readFileSync(path.join(root, file), 'utf8')
      return [file, { hash: hashOf(text), imports: importsOf(root, file, text) }]
    }),
  )
}

function importsOf(root: string, file: string, text: string): string[] {
  const named = [...text.matchAll(/(?:\bfrom|\bimport\s*\(?)\s*'((?:#|\.\.?|@plinth)\/[^']+)'/g)].map(
    ([, name = '']) => {
      if (name.startsWith('#/')) return `${/^packages\/[^/]+\//.exec(file)?.[0] ?? ''}src/${name.slice(2)}`
      const [, one, entry = 'index.ts'] = /^@plinth\/([^/]+)(?:\/(.+))?$/.exec(name) ?? []
      if (one !== undefined) return packageFile(one, entry)
      return path.posix.join(path.posix.dirname(file), name)
    },
  )
  return named.filter((name) => existsSync(path.join(root, name)))
}

/** Returns these files and everything they import, directly or indirectly. */
export function withImports(graph: Map<string, SourceFile>, files: Iterable<string>): Set<string> {
  const found = new Set<string>()
  const add = (file: string): void => {
    if (found.has(file)) return
    found.add(file)
    graph.get(file)?.imports.forEach(add)
  }
  for (const file of files) add(file)
  return found
}

/** Returns these files and their importers, including importers through an index file. */
export function withImporters(graph: Map<string, SourceFile>, files: Iterable<string>): Set<string> {
  const importers = new Map<string, string[]>()
  for (const [file, { imports }] of graph)
    for (const imported of imports) importers.set(imported, [...(importers.get(imported) ?? []), file])
  const found = new Set(files)
  for (const file of [...found]) {
    for (const importer of importers.get(file) ?? []) {
      found.add(importer)
      if (/\/index(\.server)?\.ts$/.test(importer))
        importers.get(importer)?.forEach((further) => found.add(further))
    }
  }
  return found
}

export const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)
