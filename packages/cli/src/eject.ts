// npx plinth eject core/audit: puts the sources of a package into the project, as packages/core, for whoever
// must change what no entry of it lets them change. Its modules need each other, so a package comes whole.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fail, refuseUncommitted } from './feature/edit-project.ts'
import { readBase, writeBase } from './feature/starter-base.ts'
import { npmCommand } from './npm-command.mjs'

type Manifest = {
  version: string
  /** What names files in the sources, where the published maps name what is built of them. */
  source?: { devDependencies?: Record<string, string>; peerDependenciesMeta?: object } & Record<
    string,
    unknown
  >
  files?: string[]
} & Record<string, unknown>

const root = process.cwd()
const [name = '', module = ''] = (process.argv[2] ?? '').split('/')
const published = path.join(root, 'node_modules/@plinth', name)
const own = path.join(root, 'packages', name)
if (name === '' || process.argv.length > 3)
  fail('npx plinth eject core, or core/audit for the module you are after')
if (existsSync(own)) fail(`packages/${name} is there already: change it, the project runs from it.`)
if (!existsSync(path.join(published, 'src'))) fail(`There is no package @plinth/${name} with its sources.`)
if (module !== '' && !existsSync(path.join(published, 'src', module)))
  fail(`@plinth/${name} has no module ${module}. It has: ${modulesOf(published).join(', ')}`)
refuseUncommitted(root)

const {
  source = {},
  files: _,
  dependencies: __,
  peerDependencies: ___,
  peerDependenciesMeta: ____,
  ...manifest
} = JSON.parse(readFileSync(path.join(published, 'package.json'), 'utf8')) as Manifest
try {
  cpSync(published, own, { recursive: true, filter: isSource })
  writeJson(path.join(own, 'package.json'), { ...manifest, ...source, private: true })
  const file = path.join(root, 'package.json')
  const project = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>
  const workspaces = [...((project.workspaces as unknown as string[] | undefined) ?? []), `packages/${name}`]
  for (const group of ['dependencies', 'devDependencies'])
    if (project[group]?.[`@plinth/${name}`]) project[group][`@plinth/${name}`] = manifest.version
  // Its sources are compiled now, and import the types of packages that only a setting needs.
  const missing = Object.entries(source.devDependencies ?? {}).filter(
    ([one]) =>
      one in (source.peerDependenciesMeta ?? {}) &&
      !project.dependencies?.[one] &&
      !project.devDependencies?.[one],
  )
  project.devDependencies = Object.fromEntries(
    [...Object.entries(project.devDependencies ?? {}), ...missing].toSorted(([one], [other]) =>
      one < other ? -1 : 1,
    ),
  )
  writeJson(file, { ...project, workspaces })
  const [npm, ...first] = npmCommand()
  const { status } = spawnSync(npm, [...first, 'install', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('npm failed, see above.')
  const base = readBase(root)
  writeBase(root, { ...base, ejected: [...(base.ejected ?? []), name] })
} catch (error) {
  rmSync(own, { recursive: true, force: true })
  spawnSync('git', ['restore', 'package.json', 'package-lock.json'])
  fail(
    `${error instanceof Error ? error.message : String(error)} Nothing was changed; npm ci installs what was.`,
  )
}
console.log(`
✓ packages/${name} has the sources of @plinth/${name} ${manifest.version}${module === '' ? '' : `; you are after packages/${name}/src/${module}`}.

  The project runs from them: imports stay as they are, and a save shows under npm run dev.
  Upgrades no longer reach packages/${name}. What a release changes there, you merge yourself: npm run upgrade says how to see it.
`)

function modulesOf(folder: string): string[] {
  return readdirSync(path.join(folder, 'src'), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  )
}

function isSource(file: string): boolean {
  const [first = ''] = path.relative(published, file).split(path.sep)
  return first === '' || ['src', 'data', 'LICENSE'].includes(first) || first.endsWith('.md')
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`)
}
