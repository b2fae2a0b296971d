import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'

/** A script of the browser by its file name. */
export type Chunk = {
  /** The scripts it loads at once. */
  imports: string[]
  /** Its modules, by path: bytes before compression, and the modules that import it. */
  modules: Record<string, { bytes: number; importers: readonly string[] }>
}

export const CHUNK_REPORT = 'dist/chunks.json'

/** Writes what the browser's scripts consist of, for tests/page-size.test.ts. */
export function chunkReport(): Plugin {
  const root = `${process.cwd()}${path.sep}`
  const short = (id: string) => id.replace(root, '')
  return {
    name: 'plinth:chunk-report',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle(_options, bundle) {
      const chunks: Record<string, Chunk> = {}
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const modules = Object.entries(chunk.modules).map(([id, { renderedLength }]) => {
          const importers = this.getModuleInfo(id)?.importers.map(short) ?? []
          return [short(id), { bytes: renderedLength, importers }] as const
        })
        chunks[chunk.fileName] = { imports: chunk.imports, modules: Object.fromEntries(modules) }
      }
      await writeFile(CHUNK_REPORT, JSON.stringify(chunks))
    },
  }
}
