// Whether dist was built from the sources as they are. Plain JavaScript: npm start asks under the machine's
// Node.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Holds the hash of the sources of the last build that was finished. */
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
  for (const source of sources) {
    const files = path.extname(source) ? [source] : filesIn(source)
    // Tests and the generated route tree don't go into the build.
    for (const file of files.sort())
      if (!/\.test\.|routeTree\.gen/.test(file))
        hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name)
    return entry.isDirectory() ? filesIn(place) : entry.isFile() ? [place] : []
  })
}
