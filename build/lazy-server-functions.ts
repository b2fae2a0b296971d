import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const LAZY = '\0lazy-server-functions'

/**
 * Defers the code that calls server functions to the first call. Start adds it to every first page (9 of 110
 * KB of JavaScript, brotli), although our pages get their session with the HTML. Depends on a private path of
 * the framework: when it moves, the build warns and pages get heavier.
 */
export function lazyServerFunctions(): Plugin {
  let fetcher = ''
  return {
    name: 'plinth:lazy-server-functions',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: {
      filter: { id: /^\.\/serverFnFetcher\.js$/ },
      handler(_source, importer) {
        if (!importer?.endsWith('client-rpc/createClientRpc.js')) return undefined
        fetcher = join(dirname(importer), 'serverFnFetcher.js')
        return LAZY
      },
    },
    load: {
      filter: { id: /^\0lazy-server-functions$/ },
      handler: () =>
        `export const serverFnFetcher = async (...args) => (await import(${JSON.stringify(fetcher)})).serverFnFetcher(...args)`,
    },
    buildEnd(error) {
      if (!error && fetcher === '')
        this.warn('lazyServerFunctions no longer matches the framework: pages load 9 KB more')
    },
  }
}
