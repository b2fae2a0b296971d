// npm run remove:feature NAME [NAME...]: deletes features with their routes, their two lines, their settings,
// packages that only they used, and the rows of the documents that are about them; writes the migration that
// drops their tables; runs the check.
import { spawnSync } from 'node:child_process'
import { globSync, rmSync } from 'node:fs'
import path from 'node:path'
import { serverFeatures } from '#/app/registry/installed.server.ts'
import { editFiles, fail, formatFiles, generateRouteTree, refuseUncommitted } from './feature/edit-project.ts'
import { namesOf } from './feature/feature-names.ts'
import { forgetTexts, placesOf } from './feature/registration.ts'
import { BASE_FILE, readBase, writeBase } from './feature/plinth-base.ts'
import { featureNames, mentionsOf, roomOf, withoutRows } from './feature/rooms.ts'
import { runNode } from './run-node.ts'

const root = process.cwd()
const names = process.argv.slice(2)
const known = featureNames(root)
if (names.length === 0) fail('npm run remove:feature NAME, where NAME is a folder of src/features.')
for (const name of names) {
  if (!known.includes(name)) fail(`There is no src/features/${name}. There are: ${known.join(', ')}.`)
  const required = serverFeatures.find((feature) => feature.name === name)?.required
  if (required !== undefined) fail(`${name} can't be removed: ${required}`)
  const needing = serverFeatures.find(
    (feature) => feature.needs?.includes(name) === true && !names.includes(feature.name),
  )?.name
  if (needing !== undefined) fail(`${needing} needs ${name}: npm run remove:feature ${needing} ${name}`)
}
refuseUncommitted(root)

const rooms = names.map((name) => roomOf(root, name))
const hadTable = names.some(
  (name) => globSync(`src/features/${name}/**/*.table.server.ts`, { cwd: root }).length > 0,
)
// Decision records keep what they say of it.
const documents = globSync(['*.md', 'docs/*.md'], { cwd: root }).map((file) => ({
  file,
  edit: (text: string) => withoutRows(text, rooms),
}))
const settings = new Set(
  serverFeatures
    .filter(({ name }) => names.includes(name))
    .flatMap((feature) => feature.settings?.names ?? []),
)
try {
  const edited = editFiles(root, [
    ...names.flatMap((name) => placesOf(namesOf(name)).map(({ file, remove }) => ({ file, edit: remove }))),
    forgetTexts(rooms.flatMap(({ namespaces }) => namespaces)),
    { file: '.env.example', edit: withoutSettings(settings) },
    ...documents,
  ])
  const deleted = rooms.flatMap(({ name, routes }) => [`src/features/${name}`, ...routes])
  for (const place of deleted) rmSync(path.join(root, place), { recursive: true })
  const base = readBase(root)
  writeBase(root, { ...base, removed: [...(base.removed ?? []), ...names] })
  formatFiles(root, [...edited, BASE_FILE])
  await generateRouteTree(root)
  for (const place of deleted) console.log(`  deleted  ${place}`)
  for (const file of new Set(edited)) console.log(`  edited   ${file}`)
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}
uninstallUnused()
if (hadTable)
  await runNode([
    'scripts/db/generate.ts',
    '--name',
    `remove_${names.length > 3 ? 'features' : names.join('_').replaceAll('-', '_')}`,
  ])

const left = rooms.flatMap((room) => mentionsOf(root, room))
for (const { file, line, text } of left) console.log(`  still named  ${file}:${line}  ${text.slice(0, 100)}`)
const check = await runNode(['scripts/check.ts', '--all'])
process.exitCode = check || (left.length > 0 ? 1 : 0)
console.log(
  process.exitCode === 0
    ? `\n✓ Removed ${names.join(', ')}. Read again what describes the product: README.md and the page at /.`
    : `\n✗ ${names.join(', ')} ${names.length > 1 ? 'are' : 'is'} deleted, but what is listed above is left to fix. To undo: git restore . && git clean -fd src drizzle`,
)

/** Drops these variables, each with the comment above it. */
function withoutSettings(gone: ReadonlySet<string>): (text: string) => string {
  return (text) =>
    text
      .split('\n\n')
      .map((block) =>
        block.split('\n').filter((line) => !gone.has(/^([A-Z][A-Z0-9_]*)=/.exec(line)?.[1] ?? '')),
      )
      .filter((lines) => lines.some((line) => !line.startsWith('#')) || lines[0]?.startsWith('# Nothing'))
      .map((lines) => lines.join('\n'))
      .join('\n\n')
}

/** Takes packages that nothing imports any more out of package.json and package-lock.json. */
function uninstallUnused(): void {
  const { stdout } = spawnSync(
    process.execPath,
    ['node_modules/knip/bin/knip.js', '--include', 'dependencies', '--reporter', 'json', '--no-progress'],
    { cwd: root, encoding: 'utf8' },
  )
  const { issues } = JSON.parse(stdout) as {
    issues: { file: string; dependencies?: { name: string }[]; devDependencies?: { name: string }[] }[]
  }
  const unused = issues
    .filter(({ file }) => file === 'package.json')
    .flatMap(({ dependencies = [], devDependencies = [] }) => [...dependencies, ...devDependencies])
    .map(({ name }) => name)
  if (unused.length === 0) return
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  // Only the two files: the next command installs what they say.
  spawnSync(
    npm,
    ['uninstall', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', ...unused],
    {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    },
  )
  console.log(`  no longer needed  ${unused.join(', ')}`)
}
