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
import { mergeJson } from '../upgrade/merge-json.ts'
import { fail, formatFiles, orFail, refuseUncommitted } from './edit-project.ts'
import {
  filesOf,
  readArgumentsOf,
  readFeature,
  type Arguments,
  type GeneratedFeature,
} from './generated-feature.ts'
import { kinds, type Field } from './kinds.ts'
import { writeWithMigration } from './write-with-migration.ts'

type Change = {
  /** Returns the fields of the changed feature. Throws an Error that says what is wrong. */
  fields: (before: readonly string[]) => string[]
  /** Whether to write files in which both sides changed the same lines, with git's markers. */
  keepsConflicts: boolean
}

/**
 * Changes the fields of a feature that `npm run new:feature` wrote: what the change makes of the generated
 * files is merged into the files as they are now, by line or, in JSON, by entry. Writes the migration. All of
 * it, or nothing. Ends the process if it can't.
 */
export async function changeFields(root: string, name: string, change: Change): Promise<void> {
  const args = readArgumentsOf(root, name) ?? fail(whyNotGenerated(root, name))
  const [before, after] = orFail(() => [
    readFeature(args),
    readFeature({ ...args, fields: change.fields(args.fields) }),
  ])
  refuseUncommitted(root)

  const base = formatted(root, before.args)
  const theirs = formatted(root, after.args)
  const merged: [file: string, text: string, conflicts: boolean][] = []
  for (const [file, wanted] of theirs) {
    const old = base.get(file) ?? ''
    // A file that was deleted stays deleted.
    if (wanted === old || (old !== '' && !existsSync(path.join(root, file)))) continue
    merged.push([file, ...merge({ file, ours: textOf(root, file), base: old, theirs: wanted })])
  }
  const conflicts = merged.flatMap(([file, , isConflict]) => (isConflict ? [file] : []))
  if (conflicts.length > 0 && !change.keepsConflicts)
    fail(
      `You have changed lines that this changes too, in ${conflicts.join(', ')}. Nothing was changed. With --conflicts these files are written with git's markers, for you to resolve.`,
    )

  const sql = await writeWithMigration(root, new Map(merged.map(([file, text]) => [file, text])), {
    name: migrationOf(before, after),
    args: ['--knows-rows'],
    unformatted: conflicts,
  })
  writeFileSync(path.join(root, sql), withValuesOfRows(textOf(root, sql), after.fields))
  for (const [file, , isConflict] of merged) console.log(`  ${isConflict ? 'conflict' : 'edited  '}  ${file}`)
  console.log(`
${conflicts.length === 0 ? '✓' : '✗ Resolve the conflicts in'} src/features/${name}${conflicts.length === 0 ? ' is changed' : ''}.

  npm run dev      shows it; the migration applies by itself
  npm run check`)
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
  const generated = globSync('src/features/*/new-feature.json', { cwd: root }).map((file) =>
    path.basename(path.dirname(file)),
  )
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
    const files = filesOf(readFeature(args))
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

function merge({ file, ours, base, theirs }: Sides): [text: string, isConflict: boolean] {
  if (ours === base) return [theirs, false]
  if (file.endsWith('.json')) {
    const parsed = (text: string): unknown => JSON.parse(text === '' ? '{}' : text)
    // What the product's developer wrote stays.
    const merged = mergeJson(
      { base: parsed(base), ours: parsed(ours), theirs: parsed(theirs) },
      (sides) => sides.ours,
    )
    return [`${JSON.stringify(merged, null, 2)}\n`, false]
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-merge-'))
  try {
    const sides = Object.entries({ ours, base, theirs }).map(([side, text]) => {
      writeFileSync(path.join(folder, side), text)
      return side
    })
    const { status, stdout } = spawnSync('git', ['merge-file', '-p', ...sides], {
      cwd: folder,
      encoding: 'utf8',
    })
    return [stdout, status !== 0]
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
