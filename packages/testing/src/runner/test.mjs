// npm test                      check, build, server tests and browser journeys, without the slow ones
// npm test -- --changed [REF]   the check, and the tests of what has changed since REF (default HEAD)
// npm test -- PATH... [OPTION]  these test files and folders, slow or not; options go to their runner
// npm run test:slow             the slow tests; the tests of files on an S3 server, and those of src on an
//                               outside PostgreSQL; one feature removed. With --shard=2/8 the second of eight
//                               shares of the slow tests, and nothing else
// npm run test:projects         whole projects: one with generated features, one upgraded over two releases,
//                               one without a language, each with its own check and tests; what creates and
//                               packs them
// Each runner prints one closing line. Exits with 1 if one of them fails.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { commandFile } from '@plinth/cli/commands.mjs'
import { ensureBrowser } from './browser.mjs'
import { fail, runPinned } from '@plinth/cli/install.mjs'
import { needsBuild } from './needs-build.ts'
import { changedFiles, reachedTests } from './tests-of-change.ts'
import { withObjectStorage } from '../servers/object-storage.ts'
import { withOutsidePostgres } from '../servers/outside-postgres.mjs'

const args = process.argv.slice(2)
const paths = args.filter((arg) => !arg.startsWith('-') && existsSync(arg))

const failed = []
if (args[0] === '--slow') await runSlow()
else if (args[0] === '--projects') await runProjects()
else if (args[0] === '--changed') await runChanged(args[1] ?? 'HEAD')
else if (paths.length > 0) await runPaths()
else if (args.length > 0)
  fail(`There is no ${args[0]}. See the first lines of packages/testing/src/runner/test.mjs.`)
else await runAll()

console.log(failed.length === 0 ? '\nEverything passed.' : `\nFailed: ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1

async function runAll() {
  await run('check', [commandFile('check'), '--all'])
  if (!(await build())) return
  await vitest('server tests', without('**/*.{slow,project}.test.ts'))
  await journeys('browser journeys', ['--grep-invert', '@slow'])
}

async function runSlow() {
  if (!(await build())) return
  const shard = args.find((arg) => arg.startsWith('--shard='))
  // Most of these start several processes of their own.
  await vitest('slow tests', ['.slow.test', '--maxWorkers=2', ...(shard === undefined ? [] : [shard])])
  if (shard !== undefined) return
  await journeys('slow browser journeys', ['--grep', '@slow'])
  // Only the starter has it.
  const removal = 'workshop/test-removal.ts'
  if (existsSync(removal)) await run('one feature removed', [removal, 'one', '--check'])
  await withObjectStorage((env) => vitest('server tests on object storage', storageTests(), env))
  await withOutsidePostgres((url) =>
    vitest('server tests on an outside PostgreSQL', databaseTests(), { TEST_DATABASE_URL: url }),
  )
}

async function runProjects() {
  if (!(await build())) return
  await vitest('whole projects', ['.project.test', '--maxWorkers=1', '--testTimeout=900000'])
}

/** Returns the server tests of src that open a database; the others don't depend on the server. */
function databaseTests() {
  return globSync('{src,packages/core/src}/**/*.server.test.ts').filter((file) =>
    readFileSync(file, 'utf8').includes('/test-database.ts'),
  )
}

/** Returns the tests that store files through the configured driver. */
function storageTests() {
  const stores = /\/(test-storage|make-context)\.ts'/
  const ofVerbs = globSync('{src,packages/core/src}/**/*.server.test.ts')
    .filter((file) => stores.test(readFileSync(file, 'utf8')))
    .filter((file) => /storage/.test(readFileSync(file, 'utf8')))
  // These upload.
  const ofFeatures = globSync('src/features/*/tests/*.test.ts').filter(
    (file) => !file.endsWith('.slow.test.ts') && /new FormData\(/.test(readFileSync(file, 'utf8')),
  )
  return [...ofVerbs, ...ofFeatures]
}

async function runChanged(ref) {
  const files = changedFiles(ref)
  if (files.length === 0) return console.log(`Nothing differs from ${ref}.`)
  await run('check', [commandFile('check')])
  const reached = reachedTests(files)
  if (reached.http.length + reached.journeys.length > 0 && !(await build())) return
  const others = without(
    '**/*.{slow,project}.test.ts',
    'packages/core/test/http/**',
    'src/features/*/tests/**',
  )
  const env = reached.features ? { MATRIX_FEATURES: reached.features.join() } : {}
  await vitest('server tests that import it', ['--changed', ref, ...others, '--passWithNoTests'], env)
  if (reached.http.length > 0) await vitest('tests over HTTP', reached.http)
  if (reached.journeys.length > 0)
    await journeys('browser journeys', [...reached.journeys, '--grep-invert', '@slow'])
  if (reached.isShared)
    console.log(
      '\nMore journeys may reach this change than those that bear its name: npm test runs all of them.',
    )
}

async function runPaths() {
  const isJourney = (file) => /(^|\/)e2e(\/|$)/.test(file)
  const options = args.filter((arg) => !paths.includes(arg))
  const inFolder = (place) =>
    globSync(`${place}/**/*.{test,spec}.{ts,tsx}`).map((file) => file.replaceAll('\\', '/'))
  const files = paths.flatMap((place) => (statSync(place).isDirectory() ? inFolder(place) : [place]))
  if (files.length === 0) fail(`There is no test in ${paths.join(', ')}.`)
  const [browser, server] = [files.filter(isJourney), files.filter((file) => !isJourney(file))]
  if ((browser.length > 0 || server.some((file) => needsBuild(file))) && !(await build())) return
  // With what they print, such as the times of drills.
  if (server.length > 0) await vitest('server tests', ['--silent=false', ...server, ...options])
  if (browser.length > 0) await journeys('browser journeys', [...browser, ...options])
}

function build() {
  return run('build', [commandFile('build'), '--if-stale'], { NODE_ENV: 'production' })
}

function without(...patterns) {
  return patterns.flatMap((pattern) => ['--exclude', pattern])
}

function vitest(name, options, env = {}) {
  return run(name, ['node_modules/vitest/vitest.mjs', 'run', ...options], env)
}

async function journeys(name, options) {
  if (await ensureBrowser()) await run(name, ['node_modules/@playwright/test/cli.js', 'test', ...options])
  else console.log(`\n── ${name}: skipped because of SKIP_BROWSER_TESTS=1`)
}

async function run(name, command, env = {}) {
  console.log(`\n── ${name}`)
  const startedAt = Date.now()
  const code = await runPinned(command, { NODE_ENV: 'test', ...env })
  if (code !== 0) failed.push(name)
  console.log(
    `── ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - startedAt) / 1000)} s`,
  )
  return code === 0
}
