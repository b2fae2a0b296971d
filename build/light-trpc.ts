import type { Plugin } from 'vite'

/**
 * Lets the build drop tRPC's WebSocket client, which every page of the dashboard would load: one statement of
 * its module counts as a side effect. When that moves, pages get 1 KB heavier and the build warns.
 */
export function lightTrpc(): Plugin {
  let isFound = false
  return {
    name: 'plinth:light-trpc',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /@trpc\/client\/dist\/wsLink/, code: /^_defineProperty\(/m },
      handler(code) {
        isFound = true
        return { code: code.replace(/^_defineProperty\(/m, '/* @__PURE__ */ $&'), map: null }
      },
    },
    buildEnd(error) {
      if (!error && !isFound) this.warn('lightTrpc no longer matches @trpc/client: its WebSockets are loaded')
    },
  }
}
