import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import viteReact from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { clientMaps } from './build/client-maps.ts'
import { chunkReport } from './build/chunk-report.ts'
import { chunkGroups, serverChunkGroups } from './build/chunk-groups.ts'
import { directImports } from './build/direct-imports.ts'
import { lazyServerFunctions } from './build/lazy-server-functions.ts'
import core from '@plinth/core/package.json' with { type: 'json' }

/** Modules that only a setting enables; those of core may not be installed (decision 060). */
const loadedByNode = [...Object.keys(core.peerDependenciesMeta), 'prom-client', '@opentelemetry/api']

/** Processed as the project's own modules are, wherever they come from: each exists once, with its settings. */
const ours = [/^@plinth\//]

/** What core loads in the browser. Found only when a page asks for it, it would reload that page in development. */
const ofCore = [
  ...['@trpc/client', '@trpc/server/observable', '@trpc/tanstack-react-query', 'superjson', 'zod'],
  ...['@zxcvbn-ts/core', '@zxcvbn-ts/language-common'],
  ...['mdast-util-from-markdown', 'mdast-util-gfm', 'mdast-util-to-hast', 'micromark-extension-gfm'],
].map((name) => `@plinth/core > ${name}`)

export default defineConfig(({ command }) => ({
  plugins: [
    directImports(),
    lazyServerFunctions(),
    chunkReport(),
    clientMaps(),
    tailwindcss(),
    tanstackStart({
      router: {
        routeFileIgnorePattern: '\\.test\\.',
        enableRouteTreeFormatting: false,
        // A loader goes into its page's chunk. In the entry, the default, it pulls in what it calls (1.9 KB
        // brotli when this was written).
        codeSplittingOptions: {
          defaultBehavior: [
            ['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent'],
          ],
        },
      },
      importProtection: { behavior: 'error' },
    }),
    viteReact(),
  ],
  resolve: {
    alias: [
      // What packages bring for React 17 is in React itself.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: 'use-sync-external-store/with-selector.js',
      },
    ],
  },
  server: { strictPort: true },
  optimizeDeps: { exclude: ['@plinth/core'], include: ofCore },
  build: {
    // Omits the preload lists of imports, 1.2 KB on every page. Start preloads a route's own files.
    modulePreload: false,
    target: 'es2023',
    // Tailwind 4 and `Promise.withResolvers` require these versions anyway. By default every color is written
    // three times, with fallbacks for older browsers: 1 KB brotli.
    cssTarget: ['chrome119', 'edge119', 'firefox128', 'safari17.4'],
    reportCompressedSize: false,
  },
  environments: {
    client: {
      build: {
        // Without a link to the map in the script.
        sourcemap: process.env.CLIENT_SOURCE_MAPS === 'true' ? 'hidden' : false,
        rolldownOptions: {
          // tRPC's client doesn't say that its modules do nothing by themselves: without this, every page of
          // the dashboard loads what it doesn't use of them.
          treeshake: { moduleSideEffects: [{ test: /node_modules\/@trpc\//, sideEffects: false }] },
          output: { codeSplitting: { groups: chunkGroups } },
        },
      },
    },
    // Dependencies are bundled: a server that resolves its 1,700 modules in node_modules takes three times as
    // long to start. Development loads them one by one, as Node does.
    ssr:
      command === 'build'
        ? {
            resolve: { noExternal: true, external: loadedByNode },
            build: {
              sourcemap: true,
              rolldownOptions: {
                // Some are for processes that load little, and the server imports them statically, too.
                checks: { ineffectiveDynamicImport: false },
                output: { codeSplitting: { groups: serverChunkGroups } },
              },
            },
          }
        : { resolve: { noExternal: ours } },
  },
}))
