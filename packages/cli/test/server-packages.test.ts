import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readImportGraph, withImports } from '@plinth/cli/checks/import-graph.ts'
import { commandFile, commandsOfServers } from '@plinth/cli/commands.mjs'
import { projectRoot } from '@plinth/testing/programs/project-copy.ts'

const { packages } = JSON.parse(readFileSync(path.join(projectRoot, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { dev?: boolean }>
}
const imported =
  /^\s*(?:(?:import|export)\s+(?!type\b)(?:[^'\n]*?|\{[^}]*\})\s+from\s+|import\s+)'([^'#.][^']*)'/gm

/** The packages that a file loads, without what it loads when it is called. */
const packagesOf = (file: string): string[] =>
  [...readFileSync(path.join(projectRoot, file), 'utf8').matchAll(imported)].map(
    ([, name = '']) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? '',
  )

test('what a server runs loads no package of development, which npm start does not install', () => {
  const graph = readImportGraph(projectRoot)
  const programs = commandsOfServers.filter((name) => name !== 'start').map((name) => commandFile(name))
  const files = withImports(graph, [...programs, 'packages/cli/src/plinth.mjs', 'vite.config.ts'])
  const found = [...files].filter((file) => /\.(ts|tsx|mjs)$/.test(file)).flatMap(packagesOf)
  expect(found).toEqual(expect.arrayContaining(['vite', '@vitejs/plugin-react', 'pg']))
  expect(found.filter((name) => packages[`node_modules/${name}`]?.dev)).toEqual([])
})
