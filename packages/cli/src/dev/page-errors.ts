import { SourceMap, type SourceMapPayload } from 'node:module'
import type { ViteDevServer } from 'vite'
import type { Log } from '@plinth/core/internal/log/log.server.ts'

type PageError = { id: string; route?: string; detail: string }

/**
 * Errors of pages come here with the id that the page shows. The log gets each once, with the places in the
 * sources, which the page gets too.
 */
export function answerPageErrors(server: ViteDevServer, logOf: () => Log | undefined): void {
  const { hot, moduleGraph } = server.environments.client
  const logged = new Set<string>()

  /** `function (http://host/src/file.tsx?query:line:column)`, in the source. */
  async function inSource(line: string): Promise<string> {
    const [called, url = '', row, column] = /https?:\/\/[^/]+(\/[^)]*?):(\d+):(\d+)/.exec(line) ?? []
    if (called === undefined) return line
    const module = await moduleGraph.getModuleByUrl(
      url.replace(/([?&])t=\d+(&|$)/, '$1').replace(/[?&]$/, ''),
    )
    const map = module?.transformResult?.map
    if (!module?.file?.startsWith(server.config.root) || !map || !('mappings' in map)) return line
    const entry = new SourceMap(map as SourceMapPayload).findEntry(Number(row) - 1, Number(column) - 1)
    if (!('originalLine' in entry)) return line
    const file = module.file.slice(server.config.root.length + 1)
    return line.replace(called, `${file}:${entry.originalLine + 1}:${entry.originalColumn + 1}`)
  }

  hot.on('page:failed', ({ id, route, detail }: PageError, client) => {
    void Promise.all(detail.split('\n').map(inSource)).then((lines) => {
      const source = lines.join('\n')
      client.send('page:source', { id, detail: source })
      if (logged.has(id)) return
      logged.add(id)
      const [first = ''] = source.split('\n')
      const err = Object.assign(new Error(first.replace(/^\w+: /, '')), {
        name: nameOf(first),
        stack: source,
      })
      logOf()?.error({ err, requestId: id, place: `browser ${route ?? ''}` }, 'a page failed')
    })
  })
}

const nameOf = (line: string) => /^(\w+): /.exec(line)?.[1] ?? 'Error'
