import { chmod, lstat, mkdir, readFile, readlink, rename, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

import type { Binaries } from './binaries.server.ts'
import { errorCode, folderError } from './embedded-error.server.ts'

type Link = { source: string; target: string }

/**
 * npm packages cannot carry symlinks, so the libraries' short names are made here when install scripts were
 * off. Returns what to add to the server's environment: nothing, or where the libraries are searched when
 * node_modules is read-only. Any number of processes may call it at once. Throws EmbeddedServerError.
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
  // A library found through a link looks for its own libraries beside the link, so the real folder is named
  // too.
  const searched = `${fallbackDir}:${join(binaries.packageDir, 'native/lib')}`
  return { [process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH']: searched }
}

async function linkElsewhere(links: Link[], folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    // Whatever the umask says: another user runs the server when this is root.
    await chmod(folder, 0o755)
    for (const { source, target } of links) {
      const path = join(folder, relative(dirname(source), target))
      if ((await readlink(path).catch(() => null)) === source) continue
      // Replaces a link that a moved project left behind, without a moment in which there is none.
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
