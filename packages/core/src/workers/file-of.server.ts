import { createRequire } from 'node:module'
import path from 'node:path'

/**
 * The file of a module that Node starts by itself, named from the root of the project or as
 * `@plinth/core/internal/…`. The build bundles only what the server imports, so core is found from the
 * project: its sources in a clone, elsewhere what was built of them.
 */
export const fileOf = (module: string): string =>
  module.startsWith('@plinth/')
    ? createRequire(path.resolve('package.json')).resolve(module)
    : path.resolve(module)
