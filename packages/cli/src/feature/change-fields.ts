import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readImportGraph, withImports } from '../checks/import-graph.ts'
import { mergeJson } from '../upgrade/merge-json.ts'
import { fail, formatFiles, orFail, refuseUncommitted } from './edit-project.ts'
import {
  filesOf,
  generatedFeatures,
  readArgumentsOf,
  readFeature,
  type Arguments,
  type GeneratedFeature,
} from './generated-feature.ts'
import { kinds, type Field } from './kinds.ts'
import { shortJson } from './short-json.ts'
import { writeWithMigration } from './write-with-migration.ts'

type Change = {
  /** Returns the fields of the changed feature. Throws an Error that says what is wrong. */
  fields(before: Arguments): string[]
  isRename?: boolean
}
/** The same field before and after, if it is called differently now. */
type Renamed = { from: Field; to: Field }
type Merged = { file: string; text: string; isConflict: boolean }

/**
 * Changes the fields of a feature that `npm run new:feature` wrote: what the change makes of the generated
 * files is merged into the files as they are now, by line or, in JSON, by entry. Where both changed the same
 * lines, the file gets git's markers. Writes the migration, unless its tables have such markers. With
 * `isRename` the field that is new is the one that is gone: its column keeps what is in it, its texts their
 * translations. Ends the process if it can't.
 */
export async function changeFields(
  root: string,
  name: string,
  { fields, isRename = false }: Change,
): Promise<void> {
  const args = readArgumentsOf(root, name) ?? fail(whyNotGenerated(root, name))
  const [before, after] = orFail(() => [readFeature(args), readFeature({ ...args, fields: fields(args) })])
  refuseUncommitted(root)

  const renamed = isRename ? renamedIn(before, after) : undefined
  const base = formatted(root, before.args)
  const theirs = formatted(root, after.args)
  const merged: Merged[] = []
  for (const [file, wanted] of theirs) {
    const old = base.get(file) ?? ''
    // A file that was deleted stays deleted.
    if (wanted === old || (old !== '' && !existsSync(path.join(root, file)))) continue
    const [ours, was] = [textOf(root, file), old].map((text) => withKey(file, text, renamed))
    merged.push({ file, ...merge({ file, ours: ours ?? '', base: was ?? '', theirs: wanted }) })
  }
  const conflicts = merged.filter(({ isConflict }) => isConflict)
  const unformatted = conflicts.map(({ file }) => file)
  const columns = renamed === undefined ? [] : renamedColumns(after, renamed)
  const migration = migrationOf(before, after)
  const hasMigration = !reachesTables(root, name, unformatted)
  const texts = new Map(merged.map(({ file, text }) => [file, text]))
  if (hasMigration) {
    const sql = await writeWithMigration(root, texts, {
      name: migration,
      args: ['--knows-rows', ...columns.flatMap((column) => ['--renamed', column])],
      unformatted,
    })
    writeFileSync(path.join(root, sql), withValuesOfRows(textOf(root, sql), after.fields))
  } else writeFiles(root, texts, unformatted)

  for (const { file, isConflict } of merged) console.log(`  ${isConflict ? 'conflict' : 'edited  '}  ${file}`)
  const generate = [
    'npm run db:generate -- --name',
    migration,
    ...columns.map((column) => `--renamed ${column}`),
  ].join(' ')
  console.log(
    conflicts.length === 0
      ? `
✓ src/features/${name} is changed.

  npm run dev      shows it; the migration applies by itself
  npm run check`
      : `
✓ src/features/${name} is changed. Lines that you had changed too stand there twice, yours and the new ones, between
  git's markers. Choose in:

${conflicts.map(({ file, text }) => `  ${file}:${lineOfMarker(text)}`).join('\n')}

  Then:${hasMigration ? '' : `\n  ${generate}`}
  npm run check`,
  )
}

const lineOfMarker = (text: string) => text.slice(0, text.search(/^<<<<<<< /m)).split('\n').length

/** Whether the feature's tables are in these files, or import one of them. */
function reachesTables(root: string, name: string, files: readonly string[]): boolean {
  const tables = globSync(`src/features/${name}/**/*.table.server.ts`, { cwd: root })
  const read = withImports(readImportGraph(root), tables)
  return files.some((file) => read.has(file))
}

function writeFiles(root: string, texts: ReadonlyMap<string, string>, unformatted: readonly string[]): void {
  for (const [file, text] of texts) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  formatFiles(
    root,
    [...texts.keys()].filter((file) => !unformatted.includes(file)),
  )
}

function renamedIn(before: GeneratedFeature, after: GeneratedFeature): Renamed | undefined {
  const at = after.fields.findIndex(({ name }, index) => name !== before.fields[index]?.name)
  const [from, to] = [before.fields[at], after.fields[at]]
  return from && to && { from, to }
}

/** As `npm run db:generate` takes them: `invoice.total:amount`. Markdown has columns beside its own. */
function renamedColumns({ names }: GeneratedFeature, { from, to }: Renamed): string[] {
  const suffixes = from.kind === 'markdown' ? ['', '_tree', '_text'] : ['']
  return suffixes.map((suffix) => `${names.singular.snake}.${from.column}${suffix}:${to.column}${suffix}`)
}

/** Texts with the key of the field as it is called now, so that its translations stay. */
function withKey(file: string, text: string, renamed: Renamed | undefined): string {
  if (!renamed || !/\/locales\/\w+\.json$/.test(file)) return text
  return text.replaceAll(`"${renamed.from.name}":`, `"${renamed.to.name}":`)
}

/** The name of the migration, such as `invoice_add_note`. */
function migrationOf(before: GeneratedFeature, after: GeneratedFeature): string {
  const isIn = ({ fields }: GeneratedFeature, field: Field) => fields.some(({ name }) => name === field.name)
  const added = after.fields.find((field) => !isIn(before, field))
  const removed = before.fields.find((field) => !isIn(after, field))
  const table = before.names.singular.snake
  return added ? `${table}_add_${added.column}` : `${table}_remove_${removed?.column}`
}

function whyNotGenerated(root: string, name: string): string {
  const generated = generatedFeatures(root)
  return existsSync(path.join(root, 'src/features', name))
    ? `npm run new:feature did not write ${name}. The files of one of its fields: docs/architecture.md, "Where do I change ...?".`
    : `There is no src/features/${name}. ${generated.length === 0 ? 'No feature was written by npm run new:feature yet.' : `Written by npm run new:feature: ${generated.join(', ')}.`}`
}

const textOf = (root: string, file: string): string => {
  const at = path.join(root, file)
  return existsSync(at) ? readFileSync(at, 'utf8') : ''
}

/** The files of a feature as `npm run new:feature` leaves them. */
function formatted(root: string, args: Arguments): Map<string, string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-fields-'))
  try {
    copyFileSync(path.join(root, '.oxfmtrc.json'), path.join(folder, '.oxfmtrc.json'))
    const files = filesOf(root, readFeature(args))
    for (const [file, text] of files) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
      writeFileSync(path.join(folder, file), text)
    }
    formatFiles(folder, [...files.keys()])
    return new Map([...files.keys()].map((file) => [file, textOf(folder, file)]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Sides = { file: string; ours: string; base: string; theirs: string }

function merge({ file, ours, base, theirs }: Sides): Omit<Merged, 'file'> {
  if (ours === base) return { text: theirs, isConflict: false }
  if (file.endsWith('.json')) {
    const parsed = (text: string): unknown => JSON.parse(text === '' ? '{}' : text)
    // What the product's developer wrote stays.
    const merged = mergeJson(
      { base: parsed(base), ours: parsed(ours), theirs: parsed(theirs) },
      (sides) => sides.ours,
    )
    return { text: shortJson(merged as object), isConflict: false }
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-merge-'))
  try {
    const sides = Object.entries({ ours, base, theirs }).map(([side, text]) => {
      writeFileSync(path.join(folder, side), text)
      return side
    })
    const labels = ['yours', 'generated before', 'generated now'].flatMap((label) => ['-L', label])
    const { status, stdout } = spawnSync('git', ['merge-file', '-p', ...labels, ...sides], {
      cwd: folder,
      encoding: 'utf8',
    })
    return { text: stdout, isConflict: status !== 0 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Gives the rows that exist the empty value of a new column that is never null. */
export function withValuesOfRows(sql: string, fields: readonly Field[]): string {
  return sql
    .split('\n')
    .map((line) => {
      const [, start = '', column = ''] =
        /^(ALTER TABLE "\w+" ADD COLUMN "(\w+)" [^;]*) NOT NULL;/.exec(line) ?? []
      const field = fields.find((one) => one.column === column)
      const value = field && kinds[field.kind]?.(field).existing
      if (value === undefined) return line
      const end = line.slice(line.indexOf(';') + 1)
      const table = start.slice(0, start.indexOf(' ADD COLUMN'))
      return `${start} DEFAULT ${value} NOT NULL;--> statement-breakpoint\n${table} ALTER COLUMN "${column}" DROP DEFAULT;${end}`
    })
    .join('\n')
}
