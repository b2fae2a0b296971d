import { readFileSync } from 'node:fs'
import path from 'node:path'

type Locked = { version?: string; dev?: boolean; link?: boolean; license?: string; integrity?: string }
type Package = Locked & { name: string; version: string }

/**
 * Returns the packages of the running application as CycloneDX 1.5, from the lockfile. `npm sbom --omit dev`
 * leaves out those that a development tool needs too.
 */
export function bill(root: string): object {
  const read = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'))
  const { name, version } = read('package.json') as { name: string; version: string }
  const { packages } = read('package-lock.json') as { packages: Record<string, Locked> }
  const components = new Map(installed(packages).map((one) => [purlOf(one), componentOf(one)]))
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name, version } },
    components: [...components.values()],
  }
}

function installed(packages: Record<string, Locked>): Package[] {
  return Object.entries(packages).flatMap(([place, { version, ...locked }]) => {
    const [, name] = /^.*node_modules\/(.+)$/.exec(place) ?? []
    if (name === undefined || version === undefined || locked.dev || locked.link) return []
    return [{ ...locked, name, version }]
  })
}

const purlOf = ({ name, version }: Package) => `pkg:npm/${name.replace('@', '%40')}@${version}`

function componentOf(one: Package): object {
  const { name, version, license, integrity } = one
  const [, algorithm = '', digest = ''] = /^sha(\d+)-(.+)$/.exec(integrity ?? '') ?? []
  const content = Buffer.from(digest, 'base64').toString('hex')
  return {
    type: 'library',
    'bom-ref': purlOf(one),
    name,
    version,
    purl: purlOf(one),
    ...(license === undefined ? {} : { licenses: [licenseOf(license)] }),
    ...(digest === '' ? {} : { hashes: [{ alg: `SHA-${algorithm}`, content }] }),
  }
}

const licenseOf = (license: string) =>
  /[\s(]/.test(license) ? { expression: license } : { license: { id: license } }
