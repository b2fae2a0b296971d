/**
 * Browser chunks that pages share. A chunk costs 0.6 KB of headers and is compressed by itself: without
 * groups, `/dashboard` loads 97 files and 16 KB more JavaScript. A view is a
 * route's component and everything it imports, so imports added later find their chunk by themselves. The
 * first group that a module belongs to gets it.
 */
type Graph = {
  getModuleInfo(id: string): { importedIds: readonly string[]; importers: readonly string[] } | null
}

const signIn = /src\/routes\/_public\/login\.tsx\?|src\/features\/sign-in\/ui\/sign-in-page\./
/** Exports several pages: what one of them imports is no part of the others. */
const signInPages = /src\/features\/sign-in\/index\./
// With queries, and with the check of access, which the browser runs from the second page on, offline too.
const shell = /src\/routes\/dashboard\.tsx\?|src\/shell\/(guard-routes|query-client\/create-query-client)\./
const home = /src\/routes\/dashboard\/index\.tsx\?/
const otherPages = /src\/routes\/dashboard\/(?!index\.tsx)[^?]+\.tsx\?/

const view = (name: string, test: RegExp) => ({ name, test })

/** What two views import: otherwise one of them would be loaded with the other. */
const shared = (name: string, one: RegExp, other: RegExp) => ({
  debugName: name,
  name: (id: string, graph: Graph) => (isPartOf(one, id, graph) && isPartOf(other, id, graph) ? name : null),
  // Modules of packages are imported by an index, which tells nothing. The key is on both.
  test: /\/src\/|\/icons\/key-round\./,
})

function isPartOf(root: RegExp, id: string, graph: Graph): boolean {
  const found = new Set([id])
  // Goes on with what is added meanwhile.
  for (const module of found) {
    if (root.test(module)) return true
    if (signInPages.test(module)) continue
    graph.getModuleInfo(module)?.importers.forEach((importer) => found.add(importer))
  }
  return false
}

export const chunkGroups = [
  // What the entry imports.
  { name: 'core', tags: ['$initial' as const] },
  shared('session', signIn, shell),
  // Small functions that many views share: without a group, each would be in the chunk of one view, and the
  // others would load that view with it. Not those that bring a package: every page would load that.
  {
    debugName: 'lib',
    name: (id: string, graph: Graph) =>
      graph.getModuleInfo(id)?.importedIds.some((imported) => imported.includes('/node_modules/'))
        ? null
        : 'lib',
    test: /src\/lib\//,
    minShareCount: 9,
    includeDependenciesRecursively: false,
  },
  // Of the sign-in page, but also of forms and filters everywhere.
  view(
    'fields',
    /src\/components\/(ui|form)\/(field|input|textarea|checkbox|submit-button|password-field)\.tsx/,
  ),
  view('sign-in', signIn),
  view('shell', shell),
  shared('parts', home, otherPages),
  {
    name: 'icons',
    test: /lucide-react\/.*\/icons\//,
    minShareCount: 5,
    includeDependenciesRecursively: false,
  },
  view('home', home),
]

/** What a start loads is one file: 290 take longer to read and to link, and more memory. */
export const serverChunkGroups = [{ name: 'start', tags: ['$initial' as const] }]
