import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pageWithout } from './parent.ts'

/** A feature's own places: its folder and its files in src/routes. */
export type Room = {
  name: string
  routes: readonly string[]
  /** Its guide, `docs/NAME.md`, if it has one. */
  guides: readonly string[]
  /** The namespaces of its translations. */
  namespaces: readonly string[]
  /** What names the feature elsewhere: its folder, texts, actions, procedures, endpoints and pages. */
  traces: readonly RegExp[]
}

const code = '{src,packages/{core,cli,testing}/src,tests,e2e,build,workshop}/**/*.{ts,tsx,mjs}'
const documents = '{*,docs/**/*,.github/**/*}.md'
const lists = ['src/app.ts', 'src/app.server.ts']
// Generated, or history.
const excused = /^(src\/routeTree\.gen\.ts|CHANGELOG\.md|docs\/decisions\/.+)$/

const slashed = (file: string) => file.split(path.sep).join('/')
const filesOf = (root: string, pattern: string) => globSync(pattern, { cwd: root }).map(slashed).toSorted()
const textOf = (root: string, file: string) => readFileSync(path.join(root, file), 'utf8')

export const featureNames = (root: string): string[] =>
  filesOf(root, 'src/features/*').map((folder) => path.basename(folder))

/** Returns where a feature lives. */
export function roomOf(root: string, name: string): Room {
  const routes = routesOf(root, name)
  const texts = filesOf(root, `src/features/${name}/**/locales/en.json`).map((file) => ({
    namespace: path.basename(path.resolve(file, '../..')),
    // Texts that only begin like a key, such as about:blank, are none.
    keys: Object.keys(JSON.parse(textOf(root, file)) as object).map((key) =>
      key.replace(/_(zero|one|two|few|many|other)$/, ''),
    ),
  }))
  const actions = filesOf(root, `src/features/${name}/**/*.access.ts`).flatMap((file) =>
    [...textOf(root, file).matchAll(/defineAccess\('([\w.]+)'/g)].map(([, prefix = '']) => prefix),
  )
  const urls = routes
    .map((file) => file.replace(/^src\/routes/, '').replace(/(\/(index|route))?\.tsx?$/, ''))
    .map((url) => url.replaceAll(/\/_[a-z]+|_(?=\/)|[[\]]/g, '').replace(/\/\$.*$/, ''))
    .filter((url) => url.lastIndexOf('/') > 0)
  const endpoints = filesOf(root, `src/features/${name}/**/*.auth.server.ts`).flatMap((file) =>
    [...textOf(root, file).matchAll(/\b(?:get|post)\(\s*'(\/[\w/-]+)'/g)].map(
      ([, endpoint = '']) => endpoint,
    ),
  )
  const guides = filesOf(root, `docs/${name}.md`)
  return {
    name,
    routes,
    guides,
    namespaces: texts.map(({ namespace }) => namespace),
    traces: [
      new RegExp(`\\bfeatures/${name}(?![\\w-])`),
      ...texts.map(({ namespace, keys }) => new RegExp(`['"\`]${namespace}:(${keys.join('|')})\\b`)),
      ...actions.map(
        (prefix) =>
          new RegExp(
            `['"\`/]${escaped(prefix)}\\.(?!tsx?\\b|json\\b|md\\b|xml\\b)\\w+['"\`(, ?]|\\btrpc\\.${escaped(prefix)}\\.`,
          ),
      ),
      ...endpoints.map((endpoint) => `/api/auth${endpoint}`),
      ...guides.map((guide) => `${escaped(guide)}(?![\\w-])`),
      ...new Set(urls.map((url) => `${escaped(url)}(?![\\w.-])`)),
    ].map((trace) => new RegExp(trace)),
  }
}

/** The pages of other features that show something of this one, which can be taken out. */
export const pagesShowing = (root: string, name: string): string[] =>
  filesOf(root, 'src/routes/**/*.tsx').filter((file) => pageWithout(textOf(root, file), name) !== undefined)

/** The route files that show the feature's pages or call its endpoints, and layouts only of these. */
function routesOf(root: string, name: string): string[] {
  const all = filesOf(root, 'src/routes/**/*.{ts,tsx}')
  const own = new Set(
    all.filter((file) => {
      const text = textOf(root, file)
      return text.includes(`'#/features/${name}/`) && pageWithout(text, name) === undefined
    }),
  )
  for (const layout of all.filter((file) => file.endsWith('/route.tsx'))) {
    const below = all.filter((file) => file !== layout && file.startsWith(`${path.posix.dirname(layout)}/`))
    if (below.length > 0 && below.every((file) => own.has(file))) own.add(layout)
  }
  return [...own]
}

/** Drops rows of tables and items of lists that name a place of these features. */
export const withoutRows = (text: string, rooms: readonly Room[]): string =>
  withoutItems(
    text,
    rooms.flatMap(({ traces }) => traces),
  )

/** Drops rows of tables and items of lists in which one of these matches. */
export function withoutItems(text: string, traces: readonly RegExp[]): string {
  let isDropped = false
  return text
    .split('\n')
    .filter((line) => {
      // An item ends where a line is not indented.
      isDropped =
        (isDropped && /^\s+\S/.test(line)) ||
        (/^\s*(\||- |\d+\. )/.test(line) && traces.some((trace) => trace.test(itemAt(text, line))))
      return !isDropped
    })
    .join('\n')
}

/** The item of a list that begins with this line, with its indented lines. */
function itemAt(text: string, line: string): string {
  const [, rest = ''] = text.split(`${line}\n`)
  return `${line}\n${/^([ \t]+\S.*\n)*/.exec(rest)?.[0] ?? ''}`
}

export type Mention = { file: string; line: number; text: string }

/**
 * Returns what names the feature outside its room and the two lists of installed features. Rows and items of
 * documents that are about it go with it, and so does what pages of other features show of it.
 */
export function mentionsOf(root: string, room: Room): Mention[] {
  const { name, routes, guides, traces } = room
  const isElsewhere = (file: string) =>
    !file.startsWith(`src/features/${name}/`) &&
    !file.startsWith(`workshop/features/${name}/`) &&
    !file.startsWith('workshop/project/') &&
    !routes.includes(file) &&
    !guides.includes(file) &&
    !lists.includes(file) &&
    !excused.test(file)
  return [...filesOf(root, code), ...filesOf(root, documents)]
    .filter(isElsewhere)
    .flatMap((file) =>
      (file.endsWith('.md')
        ? withoutRows(textOf(root, file), [room])
        : (pageWithout(textOf(root, file), name) ?? textOf(root, file))
      )
        .split('\n')
        .flatMap((text, at) =>
          traces.some((trace) => trace.test(text)) ? [{ file, line: at + 1, text: text.trim() }] : [],
        ),
    )
}

const escaped = (text: string) => text.replaceAll(/[.$]/g, String.raw`\$&`)
