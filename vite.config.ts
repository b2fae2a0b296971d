import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import viteReact from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkGroups } from './build/chunk-groups.ts'
import { lazyServerFunctions } from './build/lazy-server-functions.ts'

/** Native code, and what only a setting loads. */
const loadedByNode = [
  'sharp',
  'ioredis',
  'prom-client',
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-node',
]

export default defineConfig(({ command }) => ({
  plugins: [
    lazyServerFunctions(),
    tailwindcss(),
    tanstackStart({
      router: {
        routeFileIgnorePattern: '\\.test\\.',
        quoteStyle: 'single',
        // A loader travels with its page. Left in the entry, as by default, it drags in what it calls (1.9 KB
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
  resolve: { alias: { '#': new URL('./src', import.meta.url).pathname } },
  server: { strictPort: true },
  build: {
    // Without the list of what every import needs in advance, 1.2 KB on every page; a route's own files are
    // announced by Start.
    modulePreload: false,
    target: 'es2023',
    // What Tailwind 4 asks for anyway. Without it every colour is written three times for browsers that can't
    // show the rest: 1 KB brotli.
    cssTarget: ['chrome111', 'edge111', 'firefox128', 'safari16.4'],
    sourcemap: false,
    reportCompressedSize: false,
  },
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } } },
    },
    // Dependencies are part of the build: a server that looks for its 1,700 modules in node_modules takes
    // three times as long to start. Development loads them one by one, as Node does.
    ssr: command === 'build' ? { resolve: { noExternal: true, external: loadedByNode } } : {},
  },
}))
