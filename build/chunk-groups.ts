/**
 * Browser chunks that pages share. A chunk costs 0.6 KB of headers and is compressed by itself: without
 * groups, `/dashboard` loads 97 files and 16 KB more JavaScript (`npm run bench -- weight`). A view is a
 * route's component and everything it imports, so imports added later find their chunk by themselves, and no
 * two chunks import each other. The first group that a module belongs to gets it.
 */
type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }
const view = (name: string, test: RegExp) => ({ name, test })

export const chunkGroups = [
  // What the entry imports.
  { name: 'core', tags: ['$initial' as const] },
  // Small functions that many views share: without a group, each would be in the chunk of one view, and the
  // others would load that view with it. Not those that bring a package: every page would load that.
  {
    name: (id: string, graph: Graph) =>
      graph.getModuleInfo(id)?.importedIds.some((imported) => imported.includes('/node_modules/'))
        ? null
        : 'lib',
    test: /src\/lib\//,
    minShareCount: 3,
    includeDependenciesRecursively: false,
  },
  view('sign-in', /src\/routes\/_public\/login\.tsx\?/),
  // With queries, and with the check of access, which the browser runs from the second page on, offline too.
  view(
    'shell',
    /src\/routes\/dashboard\.tsx\?|src\/app\/shell\/(guard-routes|query-client\/create-query-client)\./,
  ),
  view('home', /src\/routes\/dashboard\/index\.tsx\?/),
  { name: 'icons', test: /lucide-react\//, minShareCount: 3, includeDependenciesRecursively: false },
]
