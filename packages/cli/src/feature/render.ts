import type { FeatureNames } from './feature-names.ts'
import {
  capitalized,
  featuresIn,
  filesIn,
  kinds,
  pointersIn,
  referencesIn,
  type Code,
  type Field,
  type Import,
} from './kinds.ts'
import type { Parent } from './parent.ts'
import { articleOf } from './texts.ts'
import { answers, subjects, type May, type Verbs } from './verbs.ts'

// The templates are code with three marks: `@if update` to `@else` or `@end` keeps lines where one of these
// flags is set, `@each column` becomes a line for each field, and `@{words}` a text.

type Parts = {
  names: FeatureNames
  fields: readonly Field[]
  verbs: Verbs
  /** Who may change rows. */
  may: May
  /** Whether a feature sends events to other programs. */
  hasEvents: boolean
  /** The command that writes the feature, in lines. */
  command: readonly string[]
  /** Of rows that belong to those of another feature. */
  parent: Parent | undefined
}
type Coded = Field & { code: Code }

/** The verb without which a file of the template is not written. */
const onlyWith: readonly (readonly [RegExp, keyof Verbs])[] = [
  [/new\.tsx|^e2e/, 'create'],
  [/\.test\.ts$/, 'writes'],
  [/\$/, 'get'],
  [/\/paper-clip-page\.tsx$/, 'hasPage'],
]

// Rows that belong to others have no pages: a section of those of the others shows them.
const ofPages = /^routes\/|\.(list|screens)\.ts$|^ui\/.*-/
const ofSection = /^ui\/paper-clips\.tsx$/

export function isWanted(file: string, { verbs, hasParent }: { verbs: Verbs; hasParent: boolean }): boolean {
  if (ofSection.test(file)) return hasParent
  return (
    !(hasParent && ofPages.test(file)) &&
    onlyWith.every(([pattern, verb]) => !pattern.test(file) || verbs[verb])
  )
}

/** Fills a template in, with the names of the template's own feature still in it. */
export function render(template: string, parts: Parts): string {
  const fields = parts.fields.map((field): Coded => {
    const code = kinds[field.kind]?.(field)
    if (!code) throw new Error(`no kind ${field.kind}`)
    return { ...field, code }
  })
  const lists = linesOf(fields, parts)
  const words = wordsOf(fields, parts)
  const flags = flagsOf(fields, parts)
  const open: boolean[] = []
  const lines = template.split('\n').flatMap((line) => {
    const [, mark, argument = ''] = /^@(if|else|end|each)\b ?(.*)$/.exec(line) ?? []
    if (mark === 'if') open.push(argument.split(',').some((flag) => named(flags, flag)))
    if (mark === 'else') open.push(!(open.pop() ?? true))
    if (mark === 'end') open.pop()
    if (open.includes(false) || (mark !== undefined && mark !== 'each')) return []
    if (mark === 'each') return named(lists, argument)
    const filled = line.replaceAll(/@\{(\w+)\}/g, (_, name: string) => named(words, name))
    return filled === '' && line !== '' ? [] : filled.split('\n')
  })
  return withMergedImports(lines).join('\n')
}

/** One import of each module: a template has a line for each condition. */
function withMergedImports(lines: readonly string[]): string[] {
  const namesIn = (line: string): { from: string; names: string[] } | undefined => {
    const [, type = '', list = '', from] = /^import (type )?\{ (.+) \} from '([^']+)'$/.exec(line) ?? []
    return from === undefined ? undefined : { from, names: list.split(', ').map((name) => `${type}${name}`) }
  }
  const byModule = Map.groupBy(
    lines.flatMap((line) => namesIn(line) ?? []),
    ({ from }) => from,
  )
  return lines.flatMap((line) => {
    const { from = '' } = namesIn(line) ?? {}
    const imports = byModule.get(from)
    if (from === '' || imports?.length === 1) return [line]
    if (!imports) return []
    byModule.delete(from)
    const names = imports.flatMap((one) => one.names)
    const isOfTypes = names.every((name) => name.startsWith('type '))
    return [
      `import ${isOfTypes ? 'type ' : ''}{ ${names.map((name) => (isOfTypes ? name.slice(5) : name)).join(', ')} } from '${from}'`,
    ]
  })
}

function named<Value>(values: Readonly<Record<string, Value>>, name: string): Value {
  const value = values[name]
  if (value === undefined) throw new Error(`the templates have an unknown mark ${name}`)
  return value
}

/** What `@if` asks for: the verbs, and what the fields bring. */
function flagsOf(fields: readonly Coded[], { verbs, hasEvents, parent }: Parts): Record<string, boolean> {
  const pointers = pointersIn(fields)
  const needed = pointers.filter(({ isOptional }) => !isOptional)
  const files = filesIn(fields)
  const bodies = fields.filter(({ code }) => code.isBody)
  const page = parent === undefined
  return {
    ...verbs,
    page,
    child: !page,
    restorable: parent?.isRestorable ?? false,
    severalFields: fields.length > 1,
    events: hasEvents && (verbs.writes || verbs.delete),
    pointers: pointers.length > 0,
    references: referencesIn(fields).length > 0,
    files: files.length > 0,
    neededFiles: filesIn(needed).length > 0,
    needsRows: needed.length > 0,
    referred: needed.length > 0 || !page,
    needsRowOfFeature: needed.some(({ kind }) => kind === 'ref'),
    bodies: bodies.length > 0,
    longs: page && fields.some(({ code }) => code.isLong),
    filtered: page && fields.some(({ code }) => code.filter),
    indexed: files.length > 0 || bodies.length > 0 || !page,
    live: page && verbs.create && needed.length === 0,
  }
}

/** The lines of `@each`. */
function linesOf(
  fields: readonly Coded[],
  { names, verbs, command, parent }: Parts,
): Record<string, string[]> {
  const [title] = fields
  const label = ({ name }: Field) => `t('paper-clips:fields.${name}')`
  const references = referencesIn(fields)
  const files = filesIn(fields)
  const bodies = fields.filter(({ code }) => code.isBody)
  const needed = pointersIn(fields).filter(({ isOptional }) => !isOptional)
  const example = (field: Coded) =>
    `${field.name}: ${field === title ? `'${capitalized(names.singular.words)} 1'` : field.code.example(0)},`
  return {
    command: command.map((line) => `// ${line}`),
    constants: fields.flatMap(({ code: { constant } }) => (constant ? [constant.code] : [])),
    schema: fields.map(({ name, code }) => `${name}: ${code.schema},`),
    empty: fields.map(({ name, code }) => `${name}: ${code.empty},`),
    column: fields.map(({ code }) => code.column),
    example: fields.map(example),
    event: eventsOf(verbs),
    reference: references.map(({ name, of }) => `${name}: '${of}',`),
    file: files.map(({ name, of }) => `${name}: '${of}',`),
    fileIndex: files.map(
      ({ name, column }) =>
        `// For the sweep of files that no row has.\nindex('paper_clip_${column}_idx').on(table.${name}),`,
    ),
    treeIndex: bodies.map(
      ({ name, column }) =>
        `// For the job that parses.\nindex('paper_clip_${column}_tree_idx').on(table.id).where(sql\`\${table.${name}Tree} is null\`),`,
    ),
    tree: bodies.map(({ name }) => `${name}: storedTree(row.${name}Tree, row.${name}),`),
    referredRow: needed.map(({ name, of }) => `${name}: await referredRow(db, actor, '${of}'),`),
    referTo: needed.map(({ name, of }) => `${name}: await referTo('${of}'),`),
    referToInJourney: needed
      .filter(({ kind }) => kind === 'ref')
      .map(({ of }) => `await referTo(page, '${of}')`),
    listed: fields.map(({ name, code }) =>
      code.isLong
        ? `${name}: sql<string>\`left(\${paperClips.${name}}, 200)\`,`
        : `${name}: paperClips.${name},`,
    ),
    value: fields.map(
      (field) =>
        `{ key: '${field.name}', label: ${label(field)}, show: (item) => ${field.code.value}${columnProps(field, parent === undefined)} },`,
    ),
    formField: fields.map((field) => {
      const isFirst = field === title
      const control = isFirst ? field.code.form.replace(' />', ' autoFocus />') : field.code.form
      const argument = control.includes('field.') ? 'field' : ''
      return `<Field name="${field.name}">{(${argument}) => ${control}}</Field>`
    }),
    fill: fields.map((field) =>
      field === title ? `await page.locator('#${field.name}').fill('Kiln opening')` : (field.code.fill ?? ''),
    ),
  }
}

/** What a column of the list has besides. */
function columnProps({ name, of, kind, code }: Coded, isFiltered: boolean): string {
  const { isBody } = code
  const filter = isFiltered ? code.filter : undefined
  return [
    ...(filter === 'reference'
      ? [`references: { choices: choicesOf('${of}')${kind === 'user' ? ', hasFaces: true' : ''} }`]
      : []),
    ...(filter === 'check' ? ['isYesNo: true'] : []),
    ...(filter === 'option' || filter === 'many'
      ? [
          `options: ${name}Options.map((value) => ({ value, label: t(\`paper-clips:options.${name}.\${value}\`) }))`,
        ]
      : []),
    ...(of === undefined ? [] : ['isPointer: true']),
    ...(isBody ? ['isBody: true'] : []),
  ]
    .map((prop) => `, ${prop}`)
    .join('')
}

const eventsOf = (verbs: Verbs): string[] =>
  [
    ...(verbs.create ? [['create', 'created']] : []),
    ...(verbs.update ? [['update', 'updated']] : []),
    ...(verbs.delete
      ? [
          ['delete', 'deleted'],
          ['restore', 'restored'],
        ]
      : []),
  ].map(([verb, done]) => `'paper-clip.${verb}': 'paper-clips.${done}',`)

/** The texts of `@{...}`. */
function wordsOf(fields: readonly Coded[], { verbs, may, parent }: Parts): Record<string, string> {
  const codes = fields.map(({ code }) => code)
  const [title] = fields
  const has = (verb: keyof Verbs, text: string) => (verbs[verb] ? text : '')
  const namesOf = (...all: readonly (string | false | undefined)[]) =>
    [...new Set(all.filter((name): name is string => typeof name === 'string' && name !== ''))]
      .toSorted((a, b) => a.replace('type ', '').localeCompare(b.replace('type ', '')))
      .join(', ')
  const optionsImport = (folder: '.' | '..', names: readonly string[]) =>
    importsOf(names.map((name) => [name, `${folder}/paper-clips.${parent ? 'schema' : 'list'}.ts`]))
  const constants = (used: (field: Coded) => boolean) =>
    fields.filter(used).flatMap(({ code: { constant } }) => (constant ? [constant.name] : []))
  const bodies = fields.filter(({ code }) => code.isBody)
  const texts = fields.filter(({ code }) => code.isText)
  const references = referencesIn(fields)
  const files = filesIn(fields)
  const pointers = pointersIn(fields)
  const filters = fields.filter(({ code }) => code.filter)
  const needed = [...(parent ? [parent.name] : []), ...featuresIn(fields)]
  const needs = [...new Set(needed)].map((name) => `'${name}'`)
  const needsRows = pointers.some(({ isOptional }) => !isOptional)
  const isChanging = verbs.writes || verbs.delete
  const usesLanguage = codes.some((code) => code.usesLanguage)
  const unreachable = [
    ...(references.length > 0 ? ['a reference to what is not there'] : []),
    ...(files.length > 0 ? ["a file that is not the user's to take"] : []),
  ].join(' or ')
  const formatted = bodies.length > 0 ? '...formatted, ' : ''
  // Who writes in the tests.
  const creator = may.create === 'admin' ? 'admin' : 'member'
  const updater = may.update === 'admin' ? 'admin' : 'member'
  return {
    titleField: title?.name ?? '',
    scopes: isChanging ? `'paperClips:read', 'paperClips:write'` : `'paperClips:read'`,
    exportNames: namesOf('paperClipRows', files.length > 0 && 'paperClipFiles'),
    bodyFields: bodies.map(({ name }) => `${name}: fields.${name}`).join(', '),
    treeNames: bodies.map(({ name }) => `'${name}Tree'`).join(', '),
    bodiesShown: bodies
      .map(({ name }) => `${name}: <Markdown tree={trees.${name}} className="" />`)
      .join(', '),
    conflictTexts: has('update', ", 'conflict'"),
    formatted: bodies.length > 0 ? ', ...formatted' : '',
    formattedFirst: formatted,
    types: namesOf(...codes.flatMap(({ types }) => types)),
    sorts: fields
      .filter(({ code }) => code.isSortable)
      .map(({ name }) => `'${name}'`)
      .join(', '),
    pg: namesOf(
      'pgTable',
      (files.length > 0 || bodies.length > 0 || parent !== undefined) && 'index',
      parent && 'text',
      ...codes.flatMap(({ pg }) => pg),
    ),
    tableNames: namesOf(
      'rowColumns',
      'rowIndices',
      fields.some(({ kind }) => kind === 'text') && 'sortedText',
      fields.some(({ kind }) => kind === 'datetime') && 'timestamp',
      ...(parent ? [] : ['searchColumn', 'wordsOf']),
    ),
    tableDrizzleImport: parent
      ? ''
      : texts.length > 1
        ? `import { sql, type SQL } from 'drizzle-orm'`
        : `import type { SQL } from 'drizzle-orm'`,
    tableOptionsImport: optionsImport(
      '..',
      constants(({ options }) => options.length > 0),
    ),
    optionsInSchema: parent
      ? ''
      : optionsImport(
          '.',
          constants(({ options }) => options.length > 0),
        ),
    columnOptionsImport: optionsImport(
      '..',
      constants(({ kind, options }) => kind === 'money' || options.length > 0),
    ),
    formOptionsImport: verbs.writes
      ? optionsImport(
          '..',
          constants(() => true),
        )
      : '',
    filterNames: filters.map(({ name }) => `'${name}'`).join(', '),
    filterShapes: filters
      .map(
        ({ name, code: { filter = 'option' } }) =>
          `${name}: ${{ check: `'boolean'`, reference: `'id'`, option: `${name}Options`, many: `${name}Options` }[filter]}`,
      )
      .join(', '),
    words: searchedWords(texts),
    mayCreate: subjects[may.create],
    mayUpdate: subjects[may.update],
    mayDelete: subjects[may.delete],
    answersOfCreate: answers[may.create].own,
    answersOfNewPage: answers[may.create].own.replaceAll('401', '>/login').replaceAll('403', '404'),
    answersOfUpdate: answers[may.update].own,
    answersOfUpdateOfAnother: answers[may.update].another,
    answersOfDelete: answers[may.delete].own,
    answersOfDeleteOfAnother: answers[may.delete].another,
    butReferences: needsRows ? ', but for what it refers to' : '',
    drizzleImport: importsOf(
      [
        (verbs.update || verbs.delete) && 'eq',
        files.length > 0 && 'isNull',
        (verbs.update || verbs.delete || codes.some(({ isLong }) => isLong)) && 'sql',
      ].flatMap((name): Import[] => (name ? [[name, 'drizzle-orm']] : [])),
    ),
    databaseImport: importsOf(
      [verbs.create && 'workspaceOf', verbs.update && pointers.length > 0 && 'holdOwners'].flatMap(
        (name): Import[] => (name ? [[name, '@plinth/core/database/server']] : []),
      ),
    ),
    verbNames: namesOf(
      'router',
      'workspaceRows',
      isChanging && 'writeAudit',
      verbs.create && 'type NewRow',
      verbs.update && 'type ChangedRow',
      verbs.update && 'requireUnchanged',
      isChanging && 'type VerbContext',
      ...(bodies.length > 0
        ? [verbs.writes && 'formatFields', verbs.get && 'procedure', verbs.get && 'rowIdInput']
        : []),
    ),
    procedures: namesOf(
      'list',
      'changes',
      verbs.get && 'get',
      verbs.create && 'creating',
      ...(verbs.update ? ['editor', 'updating'] : []),
      ...(verbs.delete ? ['deleting', 'restore'] : []),
    ),
    createThrows: unreachable && ` Throws invalid for ${unreachable}.`,
    updateThrows: unreachable && `; invalid for ${unreachable}`,
    fieldsOfActor: needsRows ? 'writablePaperClip' : '() => examplePaperClip',
    testedNames: namesOf(
      verbs.create && 'createPaperClip',
      parent && 'paperClipRows',
      ...(verbs.update ? ['paperClipRows', 'updatePaperClip'] : []),
    ),
    creator,
    updater,
    ofCreator: needsRows ? `await writablePaperClip(db, ${creator})` : 'examplePaperClip',
    ofCreatorInObject: needsRows ? `(await writablePaperClip(db, ${creator}))` : 'examplePaperClip',
    ofUpdaterInObject: needsRows ? `(await writablePaperClip(db, ${updater}))` : 'examplePaperClip',
    pointerFields: pointers.map(({ name }) => `'${name}'`).join(', '),
    itemRole: verbs.get ? 'link' : 'cell',
    exportedFiles: files.length > 0 ? `, ...(await paperClipFiles.exportOf(db, userId, 'paper-clips'))` : '',
    needsLine: needs.length > 0 ? `needs: [${needs.join(', ')}],` : '',
    valueImports: importsOf(codes.flatMap(({ valueImports = [] }) => valueImports)),
    formImports: verbs.writes ? importsOf(codes.flatMap(({ formImports = [] }) => formImports)) : '',
    language: usesLanguage ? ', language' : '',
    ...wordsOfParent(parent),
    textHooks: namesOf('useTranslate', usesLanguage && 'useI18n'),
    valueTexts: usesLanguage ? '{ t, language } = useI18n()' : 't = useTranslate()',
    sectionSchemaNames: namesOf(
      ...constants(() => true),
      'emptyPaperClip',
      'paperClipFields',
      'type PaperClipFields',
    ),
    sectionJourney: `${has('update', ', edited')}${has('delete', ', deleted and restored')}`,
    journey: ` and found${has('update', ', edited')}${has('delete', ', deleted and restored')}`,
  }
}

/** What the templates say of the rows that these belong to. */
function wordsOfParent(parent: Parent | undefined): Record<string, string> {
  const imported = (of: Parent['table'] | undefined) =>
    of ? `import { ${of.name} } from '${of.file.replace(/^src/, '#')}'` : ''
  return {
    parentName: parent?.name ?? '',
    parentNoun: parent?.noun ?? '',
    parentId: parent?.id ?? '',
    parentColumn: parent?.column ?? '',
    parentTable: parent?.table.name ?? '',
    parentTableImport: imported(parent?.table),
    parentAccessImport: imported(parent?.access),
    mayRead: parent ? `${parent.access.name}.get` : `['member']`,
    ofParent: parent ? ` & { ${parent.id}: string }` : '',
    parentOfAsks: parent ? `, parent: { ${parent.id}: '${parent.name}' }` : '',
    exampleIn: parent ? 'fixtures' : 'screens',
  }
}

function searchedWords(texts: readonly Coded[]): string {
  const parts = texts.map(({ name, code }, at) => {
    const own = `paperClips.${name}`
    const searched = code.isBody ? `sql\`coalesce(\${${own}Text}, \${${own}})\`` : own
    return `wordsOf(${searched}, '${at === 0 ? 'A' : 'B'}')`
  })
  return parts.length === 1 ? parts.join('') : `sql\`${parts.map((part) => `\${${part}}`).join(' || ')}\``
}

function importsOf(imports: readonly Import[]): string {
  const modules = [...new Set(imports.map(([, from]) => from))].toSorted()
  return modules
    .map((from) => {
      const own = new Set(imports.filter(([, of]) => of === from).map(([name]) => name))
      return `import { ${[...own].toSorted().join(', ')} } from '${from}'`
    })
    .join('\n')
}

/** `a paper clip` with the article of the feature's singular. */
export const withArticles = (text: string, { singular }: FeatureNames): string =>
  articleOf(singular.words) === 'a' ? text : text.replaceAll(/\b([Aa]) (?=paper clip)/g, '$1n ')

const WIDTH = 110

/** Breaks comments that a long name has made too wide. */
export const withNarrowComments = (text: string): string =>
  text
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', start = '', words = ''] = /^(\s*)(\/\*\* | \* |\/\/ )(.*)$/.exec(line) ?? []
      if (line.length <= WIDTH || start === '') return [line]
      if (start !== '/** ') return brokenAt(`${indent}${start}`, words)
      return [`${indent}/**`, ...brokenAt(`${indent} * `, words.replace(/ \*\/$/, '')), `${indent} */`]
    })
    .join('\n')

function brokenAt(prefix: string, words: string): string[] {
  if (prefix.length + words.length <= WIDTH) return [`${prefix}${words}`]
  const at = words.lastIndexOf(' ', WIDTH - prefix.length)
  return [`${prefix}${words.slice(0, at)}`, ...brokenAt(prefix, words.slice(at + 1))]
}

/** Aligns the answers of a matrix below their header. */
export function withAlignedAnswers(text: string): string {
  const cellsOf = (line: string) => /^ {2}(\S.*?) {2,}((?:\S+ +){9}\S+)$/.exec(line)?.slice(1) ?? []
  const lines = text.split('\n')
  const rows = lines.map((line) => cellsOf(line)).filter(([name]) => name !== undefined)
  const widthOfName = Math.max(...rows.map(([name = '']) => name.length)) + 2
  const widths = (rows[0]?.[1] ?? '').split(/ +/).map((name) => Math.max(name.length, '>/login'.length) + 1)
  return lines
    .map((line) => {
      const [name, cells] = cellsOf(line)
      if (name === undefined || cells === undefined) return line
      const padded = cells.split(/ +/).map((cell, at) => cell.padEnd(widths[at] ?? 0))
      return `  ${name.padEnd(widthOfName)}${padded.join('').trimEnd()}`
    })
    .join('\n')
}
