import { readFileSync } from 'node:fs'
import path from 'node:path'

type Manifest = {
  workspaces?: string[]
} & {
  [group in (typeof groups)[number]]?: Record<string, string>
}
type Locked = {
  version?: string
  dev?: boolean
  link?: boolean
  license?: string
  peerDependenciesMeta?: Record<string, object>
}
type Lockfile = { packages: Record<string, Locked & Manifest> }
type Floors = { floors: Record<string, { min: string; why: string }>; forbidden: Record<string, string> }
type Licenses = { allowed: string[]; exceptions: Record<string, { license: string }> }

const groups = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const

/**
 * Checks, for the root and each workspace, that versions are exact, or tarballs in `vendor`, and match the
 * lockfile, and that no installed package is below a floor of `floors.json`, forbidden there, or under a
 * license that `licenses.json` doesn't allow. The floors replace an audit where only the
 * package registry can be reached. Development-only packages are exempt from both files, but for those that a
 * setting of a project enables.
 */
export function checkDependencies(root: string): string[] {
  const read = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'))
  const lockfile = read('package-lock.json') as Lockfile
  const { workspaces = [] } = read('package.json') as Manifest
  const folders = ['', ...workspaces]
  return [
    ...folders.flatMap((folder) =>
      checkVersions(read(path.join(folder, 'package.json')) as Manifest, lockfile.packages[folder] ?? {}),
    ),
    ...checkFloors(lockfile, read('workshop/checks/floors.json') as Floors),
    ...checkLicenses(lockfile, read('workshop/checks/licenses.json') as Licenses),
  ]
}

function checkVersions(manifest: Manifest, locked: Manifest): string[] {
  return groups.flatMap((group) =>
    Object.entries(manifest[group] ?? {}).flatMap(([name, version]) => {
      if (!/^((npm:.+@)?\d+\.\d+\.\d+(-[\w.]+)?|file:vendor\/.+\.tgz)$/.test(version))
        return [`package.json: ${name} is "${version}"; versions are exact here`]
      return locked[group]?.[name] === version
        ? []
        : [`package-lock.json: has ${locked[group]?.[name] ?? 'no'} ${name}, not ${version}; run npm install`]
    }),
  )
}

function checkFloors({ packages }: Lockfile, { floors, forbidden }: Floors): string[] {
  return Object.entries(packages).flatMap(([place, { version, dev }]) => {
    const name = place.split('node_modules/').at(-1) ?? ''
    if ((dev && !isOptional(packages, name)) || name === '' || version === undefined) return []
    const ban = Object.keys(forbidden).find((pattern) => path.matchesGlob(name, pattern))
    if (ban) return [`${name} is installed and forbidden: ${forbidden[ban]}`]
    const floor = floors[name]
    return floor && isBelow(version, floor.min)
      ? [`${name} ${version} is below ${floor.min}: ${floor.why}`]
      : []
  })
}

/** Whether a setting of core needs it (decision 060). */
const isOptional = (packages: Lockfile['packages'], name: string): boolean =>
  name in (packages['packages/core']?.peerDependenciesMeta ?? {})

function checkLicenses({ packages }: Lockfile, { allowed, exceptions }: Licenses): string[] {
  return Object.entries(packages).flatMap(([place, { dev, link, license = 'none' }]) => {
    const name = place.split('node_modules/').at(-1) ?? ''
    if ((dev && !isOptional(packages, name)) || link || !place.includes('node_modules/')) return []
    const excepted = Object.entries(exceptions).find(([pattern]) => path.matchesGlob(name, pattern))
    const isAllowed = (id: string) => allowed.includes(id) || excepted?.[1].license === id
    return mayUse(license, isAllowed)
      ? []
      : [
          `${name} has the license ${license}; allow it in workshop/checks/licenses.json, or replace the package`,
        ]
  })
}

/** Whether all licenses of an SPDX expression without nested alternatives are allowed, or one of each OR. */
function mayUse(expression: string, isAllowed: (id: string) => boolean): boolean {
  return expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' AND ')
    .every((part) =>
      part
        .replace(/^\(|\)$/g, '')
        .split(' OR ')
        .some(isAllowed),
    )
}

/** Whether a version comes before another, by the rules of semantic versioning. */
export function isBelow(version: string, other: string): boolean {
  const [numbers, tag] = splitVersion(version)
  const [otherNumbers, otherTag] = splitVersion(other)
  const order = numbers.localeCompare(otherNumbers, 'en', { numeric: true })
  if (order !== 0) return order < 0
  // A version with a tag comes before the one without.
  if (tag === '' || otherTag === '') return tag !== ''
  return tag.localeCompare(otherTag, 'en', { numeric: true }) < 0
}

function splitVersion(version: string): [string, string] {
  const [, numbers = '', tag = ''] = /^(\d+\.\d+\.\d+)(?:-([\w.-]+))?/.exec(version) ?? []
  return [numbers, tag]
}
