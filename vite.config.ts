import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import viteReact from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * Start puts the code that calls server functions (9 KB brotli) into every first page. Our pages get their
 * session with the HTML, so it is fetched at the first call instead. It reaches into a private path of the
 * framework: the build fails when that has moved.
 */
function lazyServerFunctions(): Plugin {
  let fetcher = ''
  return {
    name: 'plinth:lazy-server-functions',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId(source, importer) {
      if (source !== './serverFnFetcher.js' || !importer?.endsWith('client-rpc/createClientRpc.js'))
        return undefined
      fetcher = join(dirname(importer), 'serverFnFetcher.js')
      return '\0lazy-server-functions'
    },
    load(id) {
      if (id !== '\0lazy-server-functions') return undefined
      return `export const serverFnFetcher = async (...args) => (await import(${JSON.stringify(fetcher)})).serverFnFetcher(...args)`
    },
    buildEnd(error) {
      if (!error && fetcher === '')
        this.error('lazyServerFunctions no longer matches the framework: see vite.config.ts')
    },
  }
}

/**
 * Start lists the routes that only a server has in the browser's route tree too, where nothing can lead to
 * them: 0.6 KB brotli in every first view with eighteen of them. The build fails when the generated file no
 * longer looks as this expects.
 */
function withoutServerRoutes(): Plugin {
  return {
    name: 'plinth:without-server-routes',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      if (!id.endsWith('/src/routeTree.gen.ts')) return undefined
      const imports = [...code.matchAll(/^import \{ Route as (\w+)Import \} from '(\.\/routes\/[^']+)'$/gm)]
      return imports.reduce((rest, [line, name = '', file = '']) => {
        if (!isServerOnly(resolve(dirname(id), file))) return rest
        const declared = new RegExp(
          `^const ${name} = ${name}Import\\.update\\(\\{[^}]*\\}(?: as any)?\\)\\n`,
          'm',
        )
        const listed = new RegExp(`\\b${name}: ${name}(?:,|(?=\\s*\\}))`)
        if (!declared.test(rest) || !listed.test(rest))
          this.error(`withoutServerRoutes no longer matches ${name} in routeTree.gen.ts: see vite.config.ts`)
        return rest.replace(`${line}\n`, '').replace(declared, '').replace(listed, '')
      }, code)
    },
  }
}

/**
 * Lucide's icons are made by a function of ours, of fewer components and elements (decision 020). In
 * development they are lucide's own: there they are bundled before any plugin sees them. The build fails when
 * no icon asks for that function any more.
 */
function lighterIcons(): Plugin {
  let isAsked = false
  return {
    name: 'plinth:lighter-icons',
    enforce: 'pre',
    apply: 'build',
    // For the server too, so that they pass through the build.
    config: () => ({ resolve: { noExternal: ['lucide-react'] } }),
    resolveId(source) {
      if (source !== '../createLucideIcon.mjs') return undefined
      isAsked = true
      return resolve('src/components/ui/lucide-icon.ts')
    },
    buildEnd(error) {
      if (!error && !isAsked) this.error('lighterIcons no longer matches lucide-react: see vite.config.ts')
    },
  }
}

/** What draws nothing is a `.ts`; pages are `.tsx`. */
const isServerOnly = (route: string) => existsSync(`${route}.ts`)

/**
 * Few files for the first view: each one costs 0.6 KB of headers and compresses by itself. `npm run bench --
 * weight`, before and with this: 103.6 -> 95.6 KB of JavaScript on `/` (11 files -> 4), 111.2 -> 103.1 KB on
 * `/login`, and 5 KB less there by the second group.
 */
const firstView = [
  { name: 'core', tags: ['$initial' as const] },
  {
    name: 'sign-in',
    test: /src\/(components\/(auth-page|form\/(field|password-field|submit-button)|ui\/alert)|features\/sign-in\/ui\/(auth-request|use-auth-form|sign-in-page|use-passkey|passkey-button|provider-(buttons|failure|mark)|way-search))\.tsx?/,
  },
]

// What every page of the signed-in area shows: the frame around it with its icons, and what most pages within
// draw.
const shell = [
  'src/app/(registry/(access|navigation)|shell/(document/display-choice|switchers/use-workspaces|query-client/(workspace-tabs|refresh-viewer)))\\.',
  'src/components/(avatar|avatar-colour|page|empty-state|time-ago|ui/menu-button)\\.',
  'src/core/(access/react|auth/(auth-request|prove-again|read-auth|refresh-viewer))\\.',
  'src/features/(account/ending/use-keep-account|administration/ui/impersonation-banner|organizations/(my-organizations|new-organization)|posts/ui/post-pages)\\.',
  'src/lib/(display|format-time-ago)\\.',
  'lucide-react/.+/(chart-column|chevron-right|chevrons-up-down|circle-check|ellipsis|file-text|house|list-todo|log-out|messages-square)\\.',
  'lucide-react/.+/(panel-left|plus|scroll-text|search|settings|shield-check|sliders-horizontal|user-cog|users)\\.',
]

/**
 * The same for the signed-in area, whose pages name in their head every file they need: 51 requests -> 13 on
 * `/dashboard`, 147.4 -> 138.0 KB of JavaScript. Each takes just what it names: what the rules of access and
 * forms lead to is most of the application.
 */
const signedIn = [
  {
    name: 'data',
    test: /node_modules\/(@tanstack\/(query-core|react-query)|@trpc|superjson|copy-anything|is-what)\/|src\/core\/(trpc\/(client|react|failure)|auth\/viewer)\.tsx?|\.access\.ts$/,
    includeDependenciesRecursively: false,
  },
  { name: 'shell', test: new RegExp(shell.join('|')), includeDependenciesRecursively: false },
]

export default defineConfig({
  plugins: [
    lazyServerFunctions(),
    withoutServerRoutes(),
    lighterIcons(),
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
      build: { rolldownOptions: { output: { codeSplitting: { groups: [...firstView, ...signedIn] } } } },
    },
  },
})
