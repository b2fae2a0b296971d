import { existsSync } from 'node:fs'
import path from 'node:path'

const SOURCES = 'packages/core/src'

/** The modules of core, from the root of a project: their sources in a clone, else what is installed. */
export const coreFolder = (root: string): string =>
  existsSync(path.join(root, SOURCES)) ? SOURCES : 'node_modules/@plinth/core/dist'

/** The folders with the modules of the product and of core, for a pattern: `{src,packages/core/src}`. */
export const moduleFolders = (root: string): string => `{src,${coreFolder(root)}}`

/** The files that declare tables, as drizzle-kit takes them. */
export const tableFiles = (root: string): string => `./${moduleFolders(root)}/**/*.table.server.{ts,js}`
