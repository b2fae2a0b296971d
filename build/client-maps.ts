import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'

/** The source maps of the browser's scripts, beside the folder that is served. */
export const CLIENT_MAPS = 'dist/maps'

/** Moves the source maps of the browser's scripts out of the folder that is served. */
export function clientMaps(): Plugin {
  return {
    name: 'plinth:client-maps',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle(_options, bundle) {
      await rm(CLIENT_MAPS, { recursive: true, force: true })
      for (const [name, file] of Object.entries(bundle)) {
        if (!name.endsWith('.map') || file.type !== 'asset') continue
        const place = path.join(CLIENT_MAPS, name)
        await mkdir(path.dirname(place), { recursive: true })
        await writeFile(place, file.source)
        delete bundle[name]
      }
    },
  }
}
