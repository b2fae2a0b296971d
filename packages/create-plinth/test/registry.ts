import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import { npmCommand } from '@plinth/cli/npm-command.mjs'

type Manifest = { name: string; version: string }
type Published = Manifest & { dist: { tarball: string; integrity: string; shasum: string } }
export type Registry = {
  url: string
  /** Adds a version of a package, which becomes the latest. */
  publish(tarball: string, manifest: Manifest): void
  close(): Promise<void>
}

/** A registry on this machine for what is published to it. It passes all else on to the one that npm uses. */
export async function openRegistry(): Promise<Registry> {
  const behind = registryOfNpm()
  const versions = new Map<string, Published[]>()
  const tarballs = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(502).end(String(error)))
  })
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer({ url: asked = '/', headers }: IncomingMessage, response: ServerResponse) {
    const name = decodeURIComponent(asked.slice(1))
    const tarball = tarballs.get(asked)
    if (tarball) return response.end(tarball)
    const own = versions.get(name)
    if (own) return response.end(JSON.stringify(packument(name, own)))
    const accept = headers.accept ?? '*/*'
    const found = await fetch(new URL(asked.slice(1), behind), { headers: { accept } })
    response.writeHead(found.status, { 'content-type': found.headers.get('content-type') ?? '' })
    if (found.body) Readable.fromWeb(found.body as Parameters<typeof Readable.fromWeb>[0]).pipe(response)
    else response.end()
  }

  return {
    url,
    publish(tarball, manifest) {
      const bytes = readFileSync(tarball)
      const place = `/${manifest.name}/-/${path.basename(tarball)}`
      const hash = (algorithm: string, as: 'hex' | 'base64') => createHash(algorithm).update(bytes).digest(as)
      const integrity = `sha512-${hash('sha512', 'base64')}`
      const dist = { tarball: `${url}${place}`, integrity, shasum: hash('sha1', 'hex') }
      tarballs.set(place, bytes)
      versions.set(manifest.name, [...(versions.get(manifest.name) ?? []), { ...manifest, dist }])
    },
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}

const packument = (name: string, versions: readonly Published[]) => ({
  name,
  'dist-tags': { latest: versions.at(-1)?.version },
  versions: Object.fromEntries(versions.map((one) => [one.version, one])),
})

function registryOfNpm(): string {
  const [npm, ...first] = npmCommand()
  const { stdout } = spawnSync(npm, [...first, 'config', 'get', 'registry'], { encoding: 'utf8' })
  return stdout.trim().replace(/\/?$/, '/')
}
