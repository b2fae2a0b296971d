import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/**
 * The file of a module that Node starts by itself, named from the root of the project or as `@plinth/core/…`.
 * The build bundles only what the server imports, so the package is found from the project: its sources in a
 * clone, elsewhere what was built of them.
 */
export function fileOf(module: string): string {
  const inCore = /^@plinth\/core\/(.+)\.ts$/.exec(module)?.[1]
  if (inCore === undefined) return path.resolve(module)
  const { resolve } = createRequire(path.resolve('package.json'))
  const folder = path.dirname(resolve('@plinth/core/package.json'))
  const source = path.join(folder, 'src', `${inCore}.ts`)
  return existsSync(source) ? source : path.join(folder, 'dist', `${inCore}.js`)
}
