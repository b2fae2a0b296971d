/**
 * Assigns modules to shared browser chunks. A chunk costs 0.6 KB of headers and is compressed by itself, so
 * the pages of one area share one. `npm run bench -- weight` without and with the groups, when they were
 * written: `/dashboard` 51 requests and 147.4 KB of JavaScript, 13 and 138.0; `/login` 111.2 KB and 98.0. A
 * stale name or an unlisted module only makes pages heavier. `includeDependenciesRecursively: false` limits a
 * group to the listed modules: the imports of access rules and forms are most of the application.
 */
const shell = [
  'src/app/(features|registry/(access|features|layout|merged|named|navigation|parts)|shell/(leave-page|use-session-watch|query-client/(workspace-tabs|refresh-viewer)))\\.',
  'src/components/(user-avatar|avatar-hue|load-state|page|panel|empty-state|time-ago|menu-button|ui/(avatar|breadcrumb|empty|kbd|sidebar))\\.',
  'src/core/(access/react|auth/(auth-request|reauthentication|read-auth|refresh-viewer))\\.',
  'src/features/(account/ui/deletion/use-cancel-deletion|administration/ui/impersonation-banner|organizations/ui/(my-organizations|new-organization|workspaces/.+)|posts/ui/(post-pages|post-row)|todos/ui/pending-todos)\\.',
  'src/features/[^/]+/(feature|[^/]+\\.layout)\\.tsx?',
  'src/components/display-choice\\.',
  'src/core/feature\\.ts',
  'src/lib/(display|format-time-ago)\\.',
  'lucide-react/.+/(chart-column|chevron-down|chevron-right|chevrons-up-down|circle-check|ellipsis|file-text|fingerprint-pattern|house|list-todo|log-out)\\.',
  'lucide-react/.+/(mail|menu|messages-square|panel-left|pen-line|plus|scroll-text|search|settings|shield-check|user-cog|user-plus|users)\\.',
]

export const chunkGroups = [
  // What the entry imports.
  { name: 'core', tags: ['$initial' as const] },
  {
    // Shared by the sign-in pages and the signed-in area: without it, one loads the other's chunk.
    name: 'common',
    test: /src\/components\/create-icon\.tsx|src\/core\/auth\/(viewer|page-fetch)\.ts|src\/components\/no-script\.tsx/,
  },
  {
    name: 'sign-in',
    test: /lucide-react\/.+\/key-round\.|src\/(components\/(auth-page|or|form\/(field|password-field|submit-button)|ui\/(alert|checkbox|field|input))|app\/registry\/sign-in|features\/(sign-in\/ui\/(auth-request|use-auth-form|sign-in-page|method-button|sign-in-target|provider-buttons)|[^/]+\/([^/]+\.sign-in|[^/]+-sign-in\/(?!ask-)[^/]+)))\.tsx?/,
  },
  {
    // The access check of a page, which the browser runs from the second page on.
    name: 'access',
    test: /src\/(app\/(shell\/guard-routes|registry\/built-in-rules)|core\/access\/(access|actor)|lib\/app-error)\.ts$/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'data',
    test: /node_modules\/(@tanstack\/(query-core|react-query)\/|@trpc\/(server|tanstack-react-query)\/|@trpc\/client\/dist\/(?!http(Batch)?Link|links))|src\/core\/(trpc\/(client|react|failure)|auth\/viewer)\.tsx?|\.access\.ts$/,
    includeDependenciesRecursively: false,
  },
  { name: 'shell', test: new RegExp(shell.join('|')), includeDependenciesRecursively: false },
]
