import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { editFiles, formatFiles } from './edit-project.ts'
import { namesOf } from './feature-names.ts'
import { withoutMissingTests } from './named-tests.ts'
import { readBase, writeBase } from './starter-base.ts'
import { placesOf } from './registration.ts'
import { removeWithFolders } from './remove-with-folders.ts'
import { pageWithout } from './parent.ts'
import { pagesShowing, roomOf, withoutRows } from './rooms.ts'

/**
 * Deletes these features of the project in `root` with their routes, their lines in the two lists, their
 * settings and the rows of the documents that are about them, and records it. Returns what was deleted and
 * edited. Migrations, packages and the route tree are the caller's. Throws an Error that names a file that
 * has another shape.
 */
export function deleteFeatures(
  root: string,
  names: readonly string[],
): { deleted: string[]; edited: string[] } {
  const rooms = names.map((name) => roomOf(root, name))
  const settings = settingsOf(root, names)
  // Decision records keep what they say of it.
  const documents = (edit: (text: string) => string) =>
    globSync(['*.md', 'docs/*.md'], { cwd: root }).map((file) => ({ file, edit }))
  const edited = editFiles(root, [
    ...names.flatMap((name) => placesOf(namesOf(name)).map(({ file, remove }) => ({ file, edit: remove }))),
    ...names.flatMap((name) =>
      pagesShowing(root, name).map((file) => ({
        file,
        edit: (text: string) => pageWithout(text, name) ?? text,
      })),
    ),
    { file: 'package.json', edit: (text) => withoutScripts(text, names) },
    { file: '.env.example', edit: (text) => withoutSettings(text, settings) },
    ...documents((text) => withoutRows(text, rooms)),
  ])
  // A page of two features is deleted with either, and once with both.
  const deleted = [
    ...new Set(rooms.flatMap(({ name, routes, guides }) => [`src/features/${name}`, ...routes, ...guides])),
  ]
  for (const place of deleted) removeWithFolders(path.join(root, place))
  // What the starter's own workshop has of it.
  for (const name of names)
    rmSync(path.join(root, 'workshop/features', name), { recursive: true, force: true })
  const ofTests = documents((text) => withoutMissingTests(root, text))
  edited.push(...editFiles(root, ofTests))
  const base = readBase(root)
  writeBase(root, { ...base, removed: [...new Set([...(base.removed ?? []), ...names])] })
  formatFiles(root, edited)
  // The page of one may have shown what belongs to another, and be gone with it.
  return { deleted, edited: [...new Set(edited)].filter((file) => existsSync(path.join(root, file))) }
}

/** The variables of .env.example that no code but these features' own reads. */
function settingsOf(root: string, names: readonly string[]): ReadonlySet<string> {
  const variables = [
    ...readFileSync(path.join(root, '.env.example'), 'utf8').matchAll(/^([A-Z][A-Z0-9_]*)=/gm),
  ]
  const own: string[] = []
  // A release that is being merged has no packages: those of this project are as good.
  const installer = existsSync(path.join(root, 'node_modules')) ? root : process.cwd()
  const others = globSync('node_modules/@plinth/*/dist/**/*.{js,mjs}', { cwd: installer }).map((file) =>
    readFileSync(path.join(installer, file), 'utf8'),
  )
  for (const file of globSync('{src,scripts,build,packages}/**/*.{ts,tsx,mjs}', {
    cwd: root,
    exclude: ['**/node_modules'],
  })) {
    const isOwn = names.some((name) => file.startsWith(path.join('src/features', name) + path.sep))
    ;(isOwn ? own : others).push(readFileSync(path.join(root, file), 'utf8'))
  }
  const isIn = (texts: readonly string[], name: string) =>
    texts.some((text) => new RegExp(`\\b${name}\\b`).test(text))
  return new Set(variables.flatMap(([, name = '']) => (isIn(own, name) && !isIn(others, name) ? [name] : [])))
}

/** Drops the commands that are programs of these features. */
function withoutScripts(text: string, names: readonly string[]): string {
  const manifest = JSON.parse(text) as { scripts?: Record<string, string> }
  const { scripts = {} } = manifest
  const isGone = (command: string) => names.some((name) => command.includes(` src/features/${name}/`))
  const gone = Object.keys(scripts).filter((one) => isGone(scripts[one] ?? ''))
  if (gone.length === 0) return text
  for (const one of gone) delete scripts[one]
  return `${JSON.stringify(manifest, undefined, 2)}\n`
}

/** Drops these variables, each with the comment above it. */
function withoutSettings(text: string, gone: ReadonlySet<string>): string {
  return text
    .split('\n\n')
    .map((block) =>
      block.split('\n').filter((line) => !gone.has(/^([A-Z][A-Z0-9_]*)=/.exec(line)?.[1] ?? '')),
    )
    .filter((lines) => lines.some((line) => !line.startsWith('#')) || lines[0]?.startsWith('# Nothing'))
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}
