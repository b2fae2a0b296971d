// npm run remove:feature NAME: removes a slice with its routes under /dashboard and its registration, and
// lists what else mentions it.
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { editFiles, fail, formatFiles, generateRouteTree } from './feature/edit-project.ts'
import { namesOf } from './feature/feature-names.ts'
import { excuseTexts, placesOf } from './feature/registration.ts'

const root = process.cwd()
const [name, ...tooMany] = process.argv.slice(2)
const features = globSync('src/features/*', { cwd: root }).map((folder) => path.basename(folder))
if (name === undefined || tooMany.length > 0)
  fail('npm run remove:feature NAME, where NAME is a folder of src/features.')
if (!features.includes(name))
  fail(`There is no src/features/${name}. There are: ${features.toSorted().join(', ')}.`)

const names = namesOf(name)
const folders = [
  `src/features/${name}`,
  `src/routes/dashboard/${name}`,
  `src/routes/dashboard/${name}.tsx`,
].filter((folder) => existsSync(path.join(root, folder)))
const hadTable = globSync(`src/features/${name}/**/*.table.server.ts`, { cwd: root }).length > 0

try {
  const edited = editFiles(
    root,
    [...placesOf(names), excuseTexts(names, [])].map(({ file, remove }) => ({
      file,
      edit: remove,
    })),
  )
  for (const folder of folders) rmSync(path.join(root, folder), { recursive: true })
  formatFiles(root, edited)
  await generateRouteTree(root)
  for (const changed of [...folders, ...edited])
    console.log(`  ${folders.includes(changed) ? 'deleted' : 'edited '}  ${changed}`)
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

const left = mentions()
console.log(`\n✓ Removed ${name}.`)
if (hadTable)
  console.log(
    '\n  Next:  npm run db:generate    writes the migration that drops its table with all rows in it',
  )
if (left.length > 0) {
  console.log(`\n  Still referenced, fix by hand:\n${left.map((mention) => `  ${mention}`).join('\n')}`)
  process.exitCode = 1
}

/** Returns the lines that import the slice, use its translation keys or link to its pages. */
function mentions(): string[] {
  const trace = new RegExp(
    `features/${name}/|['"\`]${name}:[a-z]|/dashboard/${name}\\b|load\\([^)]*'${name}'`,
  )
  return globSync('{src,tests,e2e,bench,scripts}/**/*.{ts,tsx,mjs}', { cwd: root })
    .filter((file) => file !== 'src/routeTree.gen.ts' && !file.startsWith('scripts/feature/'))
    .toSorted()
    .flatMap((file) => {
      const lines = readFileSync(path.join(root, file), 'utf8').split('\n')
      return lines.flatMap((line, at) => (trace.test(line) ? [`${file}:${at + 1}  ${line.trim()}`] : []))
    })
}
