// Tells whether dist is up to date with the sources. Plain JavaScript: npm start runs it under the machine's
// own Node.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isTestFile } from './test-files.mjs'

/** Holds the source hash of the last finished build. */
export const BUILD_STAMP = 'dist/.sources'
const sources = [
  'src',
  'build',
  'packages',
  'public',
  'package-lock.json',
  'package.json',
  'vite.config.ts',
  'tsconfig.json',
]

export const isBuilt = (hash) => existsSync(BUILD_STAMP) && readFileSync(BUILD_STAMP, 'utf8') === hash

export function hashOfSources() {
  const hash = createHash('sha256')
  // What comes from the registry is no folder of the project: the lockfile says which it is.
  for (const source of sources.filter((one) => existsSync(one))) {
    const files = path.extname(source) ? [source] : filesIn(source)
    // Tests aren't built, and the route tree is generated from the other sources.
    for (const file of files.sort())
      if (!isTestFile(file) && !file.endsWith('routeTree.gen.ts'))
        hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  }
  // The only setting that the build reads.
  return hash.update(settingOf('CLIENT_SOURCE_MAPS')).digest('hex')
}

/** A variable of the environment or else of .env, which is not loaded yet. */
function settingOf(name) {
  const line = existsSync('.env')
    ? new RegExp(`^${name}=(.*)$`, 'm').exec(readFileSync('.env', 'utf8'))
    : null
  return (process.env[name] ?? line?.[1] ?? '').trim()
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name)
    return entry.isDirectory() ? filesIn(place) : entry.isFile() ? [place] : []
  })
}
