import { existsSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from 'node:fs'
import path from 'node:path'

/**
 * Links the packages installed in one folder into a copy of the project, except those whose sources are in
 * its `packages`: they are the copy's own.
 */
export function linkPackages(from: string, copy: string): void {
  const installed = path.resolve(from, 'node_modules')
  const linked = path.resolve(copy, 'node_modules')
  const own = path.join(linked, '@plinth')
  mkdirSync(own, { recursive: true })
  for (const name of readdirSync(installed))
    if (name !== '@plinth') symlinkSync(path.join(installed, name), path.join(linked, name), 'junction')
  for (const name of readdirSync(path.join(installed, '@plinth'))) {
    const sources = path.join(path.resolve(copy), 'packages', name)
    const target = existsSync(sources) ? sources : realpathSync(path.join(installed, '@plinth', name))
    symlinkSync(target, path.join(own, name), 'junction')
  }
}
