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
import { articleOf } from './texts.ts'
import type { Verbs } from './verbs.ts'

// The templates are code with three marks: `@if update` to `@else` or `@end` keeps lines where one of these
// flags is set, `@each column` becomes a line for each field, and `@{words}` a text.

type Parts = { names: FeatureNames; fields: readonly Field[]; verbs: Verbs }
type Coded = Field & { code: Code }

/** The verb without which a file of the template is not written. */
const onlyWith: readonly (readonly [RegExp, keyof Verbs])[] = [
  [/\/(create|new)-|new\.tsx|\.overview|\.commands|^e2e/, 'create'],
  [/\/get-|\$|\/paper-clip-page\.tsx$/, 'get'],
  [/\/(update|edit)-/, 'update'],
  [/\/(delete|restore|sweep|use-delete)-/, 'delete'],
  [/-form\.tsx/, 'writes'],
]

export const isWanted = (file: string, verbs: Verbs): boolean =>
  onlyWith.every(([pattern, verb]) => !pattern.test(file) || verbs[verb])

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
    return filled === '' && line !== '' ? [] : [filled]
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
function flagsOf(fields: readonly Coded[], { verbs }: Parts): Record<string, boolean> {
  const pointers = pointersIn(fields)
  const needed = pointers.filter(({ isOptional }) => !isOptional)
  return {
    ...verbs,
    pointers: pointers.length > 0,
    references: referencesIn(fields).length > 0,
    files: filesIn(fields).length > 0,
    neededFiles: filesIn(needed).length > 0,
    needsRows: needed.length > 0,
    needsRowOfFeature: needed.some(({ kind }) => kind === 'ref'),
    bodies: fields.some(({ code }) => code.isBody),
    refusable: pointers.length > 0 || fields.some(({ code }) => code.isBody),
  }
}

/** The lines of `@each`. */
function linesOf(fields: readonly Coded[], { names }: Parts): Record<string, string[]> {
  const [title] = fields
  const label = ({ name }: Field) => `t('paper-clips:fields.${name}')`
  const filtered = fields.filter(({ code }) => code.filter)
  const references = referencesIn(fields)
  const files = filesIn(fields)
  const pointers = pointersIn(fields)
  const bodies = fields.filter(({ code }) => code.isBody)
  const shownInLists = fields.filter(({ code }) => !code.isBody)
  const needed = pointers.filter(({ isOptional }) => !isOptional)
  const neededReferences = referencesIn(needed)
  const example = (field: Coded, at: number) =>
    `${field.name}: ${field === title ? `'${capitalized(names.singular.words)} ${at + 1}'` : field.code.example(at)},`
  const choice = ({ name, code: { filter } }: Coded) =>
    filter === 'check' ? 'boolean' : filter === 'reference' ? 'string' : `(typeof ${name}Options)[number]`
  return {
    constants: fields.flatMap(({ code: { constant } }) => (constant ? [constant.code] : [])),
    schema: fields.map(({ name, code }) => `${name}: ${code.schema},`),
    empty: fields.map(({ name, code }) => `${name}: ${code.empty},`),
    column: fields.map(({ code }) => code.column),
    example: fields.map((field) => example(field, 0)),
    exampleRest: fields
      .slice(1)
      .filter((field) => !needed.some(({ name }) => name === field.name))
      .map((field) => example(field, 0)),
    chatField: fields.map(({ name, code }) => `${name}: ${code.json ?? `item.${name}`},`),
    reference: references.map(({ name, of }) => `${name}: '${of}',`),
    file: files.map(({ name, kind }) => `${name}: '${kind}',`),
    fileIndex: files.map(({ name, column }) => `index('paper_clip_${column}_idx').on(table.${name}),`),
    treeIndex: bodies.map(
      ({ name, column }) =>
        `index('paper_clip_${column}_tree_idx').on(table.id).where(sql\`\${table.${name}Tree} is null\`),`,
    ),
    tree: bodies.map(({ name }) => `${name}: storedTree(paperClip.${name}Tree, paperClip.${name}),`),
    fileTest: files.map(({ name, kind }) => `['${name}', '${kind}'],`),
    lockedPointer: pointers.map(({ name }) => `${name}: paperClips.${name},`),
    referredRow: needed.map(({ name, of }) => `${name}: await referredRow(db, actor, '${of}'),`),
    referTo: needed.map(({ name, of }) => `${name}: await referTo('${of}'),`),
    referToInJourney: needed
      .filter(({ kind }) => kind === 'ref')
      .map(({ of }) => `await referTo(page, '${of}')`),
    narrowInJourney: neededReferences.slice(0, 1).map(
      ({ name }) => `
  await page.getByRole('button', { name: t('paper-clips:list.any', { field: t('paper-clips:fields.${name}') }) }).click()
  await page.getByRole('listbox').getByRole('option').first().click()
  await expect(page).toHaveURL(/${name}=/)
  await expect(item).toBeVisible()
  await page.getByRole('button', { name: t('app:choices.clear'), exact: true }).click()
  await expect(page).not.toHaveURL(/${name}=/)
`,
    ),
    referredInDemo: pointers.map(
      ({ name, of, isOptional }) =>
        `${name}: ${isOptional ? `await referred(author, '${of}', at)` : `(await referred(author, '${of}', at)) ?? ''`},`,
    ),
    referenceName: references.map(({ name }) => `'${name}',`),
    pointerName: pointers.map(({ name }) => `'${name}',`),
    listed: fields
      .filter(({ code }) => code.isLong)
      .map(({ name }) => `${name}: sql<string>\`left(\${paperClips.${name}}, 200)\`,`),
    sortColumn: fields
      .filter(({ code }) => code.isSortable)
      .map(({ name }) => `${name}: paperClips.${name},`),
    filterSchema: filtered.map(
      ({ name, code: { filter = 'option' } }) =>
        `${name}: ${{ check: 'z.boolean()', reference: 'reference()', option: `z.enum(${name}Options)`, many: `z.enum(${name}Options)` }[filter]}.optional(),`,
    ),
    filter: filtered.map(
      ({ name, code: { filter } }) =>
        `input.${name} === undefined ? undefined : ${filter === 'many' ? `arrayContains(paperClips.${name}, [input.${name}])` : `eq(paperClips.${name}, input.${name})`},`,
    ),
    searchType: filtered.map((field) => `${field.name}?: ${choice(field)}`),
    searchShape: filtered.map(
      ({ name, code: { filter = 'option' } }) =>
        `${name}: ${{ check: `'boolean'`, reference: String.raw`/^[\w-]{1,64}$/`, option: `${name}Options`, many: `${name}Options` }[filter]},`,
    ),
    filterControl: filtered.map(filterControl),
    filterTest: filtered.map(filterTest),
    body: bodies.map(
      (field) =>
        `{paperClip.${field.name} ? (
          <section className="grid gap-1.5">
            <h2 className="text-sm text-muted-foreground">{${label(field)}}</h2>
            <Markdown tree={trees.${field.name}} className="" />
          </section>
        ) : null}`,
    ),
    value: shownInLists.map(
      (field) => `{ key: '${field.name}', label: ${label(field)}, show: (item) => ${field.code.value} },`,
    ),
    formField: fields.map((field) => {
      const isFirst = field === title
      const control = isFirst ? field.code.form.replace(' />', ' autoFocus />') : field.code.form
      const argument = control.includes('field.') ? 'field' : ''
      return `<form.AppField name="${field.name}">{(${argument}) => ${control}}</form.AppField>`
    }),
    fill: fields.map((field) =>
      field === title ? `await page.locator('#${field.name}').fill('Kiln opening')` : (field.code.fill ?? ''),
    ),
  }
}

function filterControl({ name, of, kind, code: { filter } }: Coded): string {
  const own = `t('paper-clips:fields.${name}')`
  if (filter === 'reference')
    return `<ReferenceFilter label={${own}} placeholder={t('paper-clips:list.any', { field: ${own} })}
      choices={choicesOf('${of}')}${kind === 'user' ? ' hasFaces' : ''}
      value={search.${name}} onValueChange={(${name}) => narrow({ ${name} })} />`
  const any = `<option value="">{t('paper-clips:list.any', { field: ${own} })}</option>`
  return filter === 'check'
    ? `<ButtonSelect aria-label={${own}} value={String(search.${name} ?? '')}
        onChange={({ target: { value } }) => narrow({ ${name}: value === '' ? undefined : value === 'true' })}>
        ${any}
        <option value="true">{[${own}, t('paper-clips:values.yes')].join(': ')}</option>
        <option value="false">{[${own}, t('paper-clips:values.no')].join(': ')}</option>
      </ButtonSelect>`
    : `<ButtonSelect aria-label={${own}} value={search.${name} ?? ''}
        onChange={({ target: { value } }) => narrow({ ${name}: ${name}Options.find((one) => one === value) })}>
        ${any}
        {${name}Options.map((one) => (
          <option key={one} value={one}>{t(\`paper-clips:options.${name}.\${one}\`)}</option>
        ))}
      </ButtonSelect>`
}

function filterTest({ name, options, code: { filter } }: Coded): string {
  const [wanted = '', other = ''] =
    filter === 'check'
      ? ['true', 'false']
      : filter === 'reference'
        ? [`'one'`, `'another'`]
        : [options[0], options[1]].map((one) => (one === undefined ? '' : `'${one}'`))
  const valueOf = (one: string) => (filter === 'many' ? `[${one}]` : one)
  return `
test('the filter by ${name} finds nothing else', async () => {
  const { member } = await createTeam(db)
  const { id } = await addPaperClip(db, member, { ${name}: ${valueOf(wanted)} })
  ${other === '' ? '' : `await addPaperClip(db, member, { ${name}: ${valueOf(other)} })`}
  expect(await idsOf(member, { ${name}: ${wanted} })).toEqual([id])
})`
}

/** The texts of `@{...}`. */
function wordsOf(fields: readonly Coded[], { names, verbs }: Parts): Record<string, string> {
  const codes = fields.map(({ code }) => code)
  const [title] = fields
  const has = (verb: keyof Verbs, text: string) => (verbs[verb] ? text : '')
  const namesOf = (...all: readonly (string | false | undefined)[]) =>
    [...new Set(all.filter((name): name is string => typeof name === 'string' && name !== ''))]
      .toSorted((a, b) => a.localeCompare(b))
      .join(', ')
  const constants = (used: (field: Coded) => boolean) =>
    fields.filter(used).flatMap(({ code: { constant } }) => (constant ? [constant.name] : []))
  const hasLong = codes.some(({ isLong }) => isLong)
  const filters = codes.flatMap(({ filter }) => filter ?? [])
  const bodies = fields.filter(({ code }) => code.isBody)
  const texts = fields.filter(({ code }) => code.isText)
  const references = referencesIn(fields)
  const files = filesIn(fields)
  const pointers = pointersIn(fields)
  const needs = featuresIn(fields).map((name) => `'${name}'`)
  const needsRows = pointers.some(({ isOptional }) => !isOptional)
  const relations = [references.length > 0 && 'paperClipReferences', files.length > 0 && 'paperClipFiles']
  const unreachable = [
    ...(references.length > 0 ? ['a reference to what is not there'] : []),
    ...(files.length > 0 ? ["a file that is not the user's to take"] : []),
  ].join(' or ')
  const readOps = namesOf(
    ...(verbs.get || verbs.create ? ['and', 'eq', 'type SQL'] : []),
    hasLong && 'sql',
    ...(verbs.delete ? ['isNull', 'isNotNull'] : []),
  )
  return {
    titleField: title?.name ?? '',
    bodyFields: bodies.map(({ name }) => `${name}: fields.${name}`).join(', '),
    conflictTexts: has('update', ", 'conflict'"),
    getEditor: has('update', ', getPaperClipEditor'),
    getTrees: bodies.length > 0 ? ', getPaperClipTrees' : '',
    formatted: bodies.length > 0 ? ', ...formatted' : '',
    readColumns:
      bodies.length > 0
        ? `{ ...columns, ${bodies.map(({ name }) => `${name}Tree: paperClips.${name}Tree`).join(', ')} }`
        : 'columns',
    // Letters alone.
    command: names.plural.kebab.replaceAll(/[^a-z]/g, ''),
    types: namesOf('text', ...codes.flatMap(({ types }) => types)),
    sorts: fields
      .filter(({ code }) => code.isSortable)
      .map(({ name }) => `'${name}', '-${name}'`)
      .join(', '),
    pg: namesOf('index', 'pgTable', 'text', ...codes.flatMap(({ pg }) => pg)),
    sortedText: fields.some(({ kind }) => kind === 'text') ? 'sortedText, ' : '',
    timestamp: verbs.delete || fields.some(({ kind }) => kind === 'datetime') ? 'timestamp, ' : '',
    tableSchemaImport: optionsImport(constants(({ options }) => options.length > 0)),
    schemaOptions: namesOf('paperClipSorts', ...constants(({ options }) => options.length > 0)),
    words: texts
      .map(({ name, code }, at) => {
        const own = `paperClips.${name}`
        const searched = code.isBody ? `sql\`coalesce(\${${own}Text}, \${${own}})\`` : own
        return `\${wordsOf(${searched}, '${at === 0 ? 'A' : 'B'}')}`
      })
      .join(' || '),
    andLive: has('delete', ' and ${table.deletedAt} is null'),
    deletedColumn: has('delete', ', table.deletedAt'),
    matrixFixtures: namesOf(
      verbs.get && 'addPaperClip',
      (verbs.update || (verbs.create && !needsRows)) && 'examplePaperClip',
      verbs.create && needsRows && 'writablePaperClip',
    ),
    createFixtures: namesOf('examplePaperClip', needsRows && 'writablePaperClip'),
    ofAdminInObject: needsRows ? '(await writablePaperClip(db, admin))' : 'examplePaperClip',
    updateFixtures: namesOf('addPaperClip', 'examplePaperClip', needsRows && 'writablePaperClip'),
    updateTestParts: namesOf(needsRows && 'connection', 'db'),
    ofMember: needsRows ? 'await writablePaperClip(db, member)' : 'examplePaperClip',
    ofMemberInObject: needsRows ? '(await writablePaperClip(db, member))' : 'examplePaperClip',
    ofAda: needsRows ? 'await writablePaperClip(db, ada)' : 'examplePaperClip',
    createFields: needsRows
      ? 'async ({ db, another }, { actor }) => ({ input: await writablePaperClip(db, actor ?? another) })'
      : '() => ({ input: examplePaperClip })',
    referenceFields: references.map(({ name }) => `'${name}'`).join(' | '),
    pointerFields: pointers.map(({ name }) => `'${name}'`).join(', '),
    editedProp: has('update', ', edited'),
    fileFields: files.map(({ name }) => `'${name}'`).join(' | '),
    readRelated: related('db', 'rows', { references, files }),
    listedRelated: related('ctx.db', 'rows.slice(0, limit)', { references, files }),
    // What the form of an existing one leaves out.
    notFields: [
      ...(references.length > 0 ? ['references'] : []),
      ...(files.length > 0 ? ['files'] : []),
      'createdBy',
      'createdAt',
    ]
      .map((name, at) => `${name}: ${'_'.repeat(at + 1)}`)
      .join(', '),
    exportedFiles: files.length > 0 ? `, ...(await paperClipFiles.exportOf(db, userId, 'paper-clips'))` : '',
    missingIsShown: missingIsShown({ references, files }),
    needsLine: needs.length > 0 ? `needs: [${needs.join(', ')}],` : '',
    seedParts: namesOf('tx', 'createdBy', 'hoursAgo', pointers.length > 0 && 'referred'),
    demoFields:
      pointers.length > 0
        ? `Omit<PaperClipFields, ${pointers.map(({ name }) => `'${name}'`).join(' | ')}>`
        : 'PaperClipFields',
    demoReferences: pointers.length > 0 ? '...references, ' : '',
    listImports: namesOf('listedPaperClip', ...relations),
    readImports: namesOf('readPaperClip', ...relations),
    lockImports: namesOf('lockPaperClip', 'readPaperClip', ...relations),
    relations: namesOf(...relations),
    createThrows: pointers.length > 0 ? ` Throws invalid for ${unreachable}.` : '',
    updateThrows: pointers.length > 0 ? `; invalid for ${unreachable}` : '',
    readRule: verbs.get ? 'get' : 'list',
    perMinute: verbs.writes || verbs.delete ? 'perMinute, ' : '',
    exportOne: verbs.create || verbs.get ? 'export ' : '',
    outputs: namesOf((verbs.create || verbs.get) && 'paperClip', 'paperClipPage'),
    inputs: namesOf(
      'listPaperClipsInput',
      verbs.create && 'createPaperClipInput',
      verbs.get && 'paperClipIdInput',
      verbs.update && 'updatePaperClipInput',
    ),
    announce: verbs.writes || verbs.delete ? 'announce, ' : '',
    readImport: readOps === '' ? '' : `import { ${readOps} } from 'drizzle-orm'`,
    transactionType: verbs.update || verbs.delete ? ', Transaction' : '',
    listOps: namesOf(
      'and',
      'eq',
      'sql',
      verbs.delete && 'isNull',
      filters.includes('many') && 'arrayContains',
    ),
    anyState: has('delete', `, state: 'any'`),
    actions: ['create', ...(verbs.update ? ['update'] : []), ...(verbs.delete ? ['delete', 'restore'] : [])]
      .map((verb) => `'paper-clip.${verb}'`)
      .join(', '),
    liveTarget: has('delete', ', where: isNull(paperClips.deletedAt)'),
    demo: [0, 1, 2, 3]
      .map((at) => {
        const author = ['ada', 'ben', 'cleo', 'ada'][at]
        const written = fields.filter(({ of }) => of === undefined)
        const values = written.map((field) =>
          field === title
            ? `${field.name}: '${capitalized(names.singular.words)} ${at + 1}'`
            : `${field.name}: ${field.code.example(at)}`,
        )
        return `{ author: '${author}@example.com', hoursAgo: ${at * 21 + 2}, ${values.join(', ')} },`
      })
      .join('\n'),
    searchImports: namesOf(
      'paperClipSorts',
      ...constants(({ code }) => code.filter === 'option' || code.filter === 'many'),
    ),
    valueImports: importsOf(codes.flatMap(({ valueImports = [] }) => valueImports)),
    valueOptionsImport: optionsImport(constants(({ kind }) => kind === 'money')),
    language: codes.some(({ usesLanguage }) => usesLanguage) ? ', language' : '',
    routerLinks: verbs.create || verbs.get ? 'Link, ' : '',
    listIcons: has('create', 'Plus, '),
    buttonVariants: has('create', ', buttonVariants'),
    addAction: has('create', ' action={add}'),
    formImports: importsOf(codes.flatMap(({ formImports = [] }) => formImports)),
    formOptionsImport: optionsImport(constants(() => true)),
    pageIcons: namesOf(verbs.update && 'Pencil', verbs.delete && 'Trash2'),
    pageSays: verbs.update || verbs.delete ? ', with its actions for users who may' : '',
    editProp: has('update', ', edit = false'),
    journey: ` and found${has('update', ', edited')}${has('delete', ', deleted and restored')}`,
  }
}

type Related = { references: readonly Field[]; files: readonly Field[] }

/** These rows with what their fields refer to, and their files. */
function related(db: string, rows: string, { references, files }: Related): string {
  const withReferences =
    references.length > 0 ? `await paperClipReferences.addTo(${db}, actor, ${rows})` : rows
  return files.length > 0 ? `await paperClipFiles.addTo(${db}, actor, ${withReferences})` : withReferences
}

/** What a test expects of a field whose reference or file is gone. */
function missingIsShown({ references, files }: Related): string {
  if (files.length === 0) return '{ references: { [field]: null } }'
  if (references.length === 0) return '{ files: { [field]: null } }'
  return `[${references.map(({ name }) => `'${name}'`).join(', ')}].includes(field)
      ? { references: { [field]: null } }
      : { files: { [field]: null } }`
}

const optionsImport = (names: readonly string[]) =>
  importsOf(names.map((name) => [name, '../paper-clips.options.ts']))

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
