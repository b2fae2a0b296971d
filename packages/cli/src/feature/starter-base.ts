import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** How this project differs from the starter that it came from, for knip.config.ts and for upgrades. */
export type Base = {
  /** The release of the starter. */
  version?: string
  /** The last migration of that release. */
  migration?: string
  /** The number of the last data migration of core that the project's migrations have. */
  data?: number
  /** The name that it was given. */
  name?: string
  /** The hue of the accent, if it was chosen when the project began. */
  hue?: number
  /** Packages whose sources are in the project, which upgrades leave alone. */
  ejected?: readonly string[]
  /** Features that were removed. */
  removed?: readonly string[]
  /** The codes of languages of the interface that were removed. */
  removedLanguages?: readonly string[]
}

export const BASE_FILE = '.plinth/base.json'

export function readBase(root: string): Base {
  const file = path.join(root, BASE_FILE)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Base) : {}
}

export function writeBase(root: string, base: Base): void {
  mkdirSync(path.join(root, path.dirname(BASE_FILE)), { recursive: true })
  const { removed, removedLanguages, ...rest } = base
  const text = { ...rest, removed: sorted(removed), removedLanguages: sorted(removedLanguages) }
  writeFileSync(path.join(root, BASE_FILE), `${JSON.stringify(text, undefined, 2)}\n`)
}

/** In one order, and nothing for nothing: what was removed and added again leaves no trace. */
const sorted = (list: readonly string[] = []) => (list.length > 0 ? [...new Set(list)].toSorted() : undefined)
