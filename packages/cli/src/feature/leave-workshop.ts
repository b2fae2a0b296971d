import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { editFiles } from './edit-project.ts'
import { withoutMissingTests } from './named-tests.ts'
import { withoutItems } from './rooms.ts'
import { PITCH } from './word-of-code.mjs'

/** What a project has in place of the starter's own files. */
const OVERLAY = 'workshop/project'
/** The first two as .gitattributes says to `git archive`, which keeps the overlay. */
export const makersOnly: readonly string[] = [
  'workshop',
  'packages/create-plinth',
  PITCH,
  'docs/decisions',
  'docs/pictures',
]
/** Lines of these say what becomes of the folders that go. */
const settings = ['.gitattributes', '.gitignore', '.oxlintrc.json', 'knip.config.ts']
const ofFolders = /packages\/create-plinth|export-ignore/

type Manifest = { scripts: Record<string, string>; description?: string; license?: string }

/**
 * Makes the starter a project: lays the overlay over it and deletes what only the starter's makers need, with
 * its commands and what the documents say of it: a row, an item, a line of a drawing or a paragraph. Nothing
 * in a project.
 */
export function leaveWorkshop(root: string): void {
  if (!existsSync(path.join(root, OVERLAY))) return
  mkdirSync(path.join(root, 'licenses'), { recursive: true })
  renameSync(path.join(root, 'LICENSE'), path.join(root, 'licenses/starter.txt'))
  layOver(root)
  editFiles(
    root,
    settings.map((file) => ({ file, edit: (text: string) => withoutLines(text, ofFolders) })),
  )
  for (const folder of makersOnly) rmSync(path.join(root, folder), { recursive: true, force: true })
  const gone = leaveManifest(root)
  const commands = gone.map((name) => `\\bnpm run ${name}(?![\\w:-])`)
  const trace = new RegExp([...commands, '\\bworkshop/', '\\bdocs/decisions\\b'].join('|'))
  for (const document of globSync(['*.md', 'docs/*.md'], { cwd: root })) {
    const place = path.join(root, document)
    const text = withoutMentions(withoutRecords(readFileSync(place, 'utf8')), trace)
    writeFileSync(place, `${withoutMissingTests(root, text).trimEnd()}\n`)
  }
}

/** Texts are merged, so that the overlay has only those that differ. */
function layOver(root: string): void {
  const overlay = path.join(root, OVERLAY)
  for (const entry of globSync('**/*', { cwd: overlay, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const from = path.join(entry.parentPath, entry.name)
    const to = path.join(root, path.relative(overlay, from))
    if (path.basename(entry.parentPath) === 'locales' && existsSync(to))
      writeFileSync(to, json({ ...readJson(to), ...readJson(from) }))
    else cpSync(from, to, { recursive: true })
  }
}

/** Takes the starter's commands and what it says of itself out of package.json, and returns the commands. */
function leaveManifest(root: string): string[] {
  const manifest = readJson(path.join(root, 'package.json')) as Manifest
  const { scripts } = manifest
  const gone = Object.keys(scripts).filter((name) => scripts[name]?.includes(' workshop/'))
  for (const name of gone) delete scripts[name]
  delete manifest.description
  delete manifest.license
  writeFileSync(path.join(root, 'package.json'), json(manifest))
  const lockfile = readJson(path.join(root, 'package-lock.json')) as { packages: Record<string, Manifest> }
  delete lockfile.packages['']?.license
  writeFileSync(path.join(root, 'package-lock.json'), json(lockfile))
  return gone
}

/** Drops references to records of decisions. */
const withoutRecords = (text: string): string =>
  text
    .replaceAll(/\s*\(decisions? [\d, ]+\)/g, '')
    .replaceAll(/[;,]\s+decisions? \d+(, \d+)*/g, '')
    .replaceAll(/(?<=\| )decisions? \d+(, \d+)*(, | (?=\|))/g, '')

function withoutMentions(text: string, trace: RegExp): string {
  let isDrawing = false
  return withoutItems(text, [trace])
    .split('\n\n')
    .flatMap((block) => {
      const wasDrawing = isDrawing
      if ((block.match(/^ *```/gm)?.length ?? 0) % 2 === 1) isDrawing = !isDrawing
      if (!trace.test(block)) return [block]
      if (!wasDrawing && !block.includes('```')) return []
      return [withoutLines(block, trace)]
    })
    .join('\n\n')
}

const withoutLines = (text: string, trace: RegExp): string =>
  text
    .split('\n')
    .filter((line) => !trace.test(line))
    .join('\n')

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
const json = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`
