import type { FeatureNames } from './feature-names.ts'
import { capitalized, kinds, type Code, type Field, type Import } from './kinds.ts'
import { articleOf } from './texts.ts'
import type { Verbs } from './verbs.ts'

// The templates are code with three marks: `@if update` to `@else` or `@end` keeps lines where one of these
// verbs is wanted, `@each column` becomes a line for each field, and `@{words}` a text.

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
  const open: boolean[] = []
  return template
    .split('\n')
    .flatMap((line) => {
      const [, mark, argument = ''] = /^@(if|else|end|each)\b ?(.*)$/.exec(line) ?? []
      if (mark === 'if') open.push(argument.split(',').some((verb) => parts.verbs[verb as keyof Verbs]))
      if (mark === 'else') open.push(!(open.pop() ?? true))
      if (mark === 'end') open.pop()
      if (open.includes(false) || (mark !== undefined && mark !== 'each')) return []
      if (mark === 'each') return named(lists, argument)
      const filled = line.replaceAll(/@\{(\w+)\}/g, (_, name: string) => named(words, name))
      return filled === '' && line !== '' ? [] : [filled]
    })
    .join('\n')
}

function named<Value>(values: Readonly<Record<string, Value>>, name: string): Value {
  const value = values[name]
  if (value === undefined) throw new Error(`the templates have an unknown mark ${name}`)
  return value
}

/** The lines of `@each`. */
function linesOf(fields: readonly Coded[], { names }: Parts): Record<string, string[]> {
  const [title] = fields
  const label = ({ name }: Field) => `t('paper-clips:fields.${name}')`
  const filtered = fields.filter(({ code }) => code.filter)
  const example = (field: Coded, at: number) =>
    `${field.name}: ${field === title ? `'${capitalized(names.singular.words)} ${at + 1}'` : field.code.example(at)},`
  const choice = ({ name, code: { filter } }: Coded) =>
    filter === 'check' ? 'boolean' : `(typeof ${name}Options)[number]`
  return {
    constants: fields.flatMap(({ code: { constant } }) => (constant ? [constant.code] : [])),
    schema: fields.map(({ name, code }) => `${name}: ${code.schema},`),
    empty: fields.map(({ name, code }) => `${name}: ${code.empty},`),
    column: fields.map(({ code }) => code.column),
    example: fields.map((field) => example(field, 0)),
    exampleRest: fields.slice(1).map((field) => example(field, 0)),
    listed: fields
      .filter(({ code }) => code.isLong)
      .map(({ name }) => `${name}: sql<string>\`left(\${paperClips.${name}}, 200)\`,`),
    sortColumn: fields
      .filter(({ code }) => code.isSortable)
      .map(({ name }) => `${name}: paperClips.${name},`),
    filterSchema: filtered.map(({ name, code: { filter } }) =>
      filter === 'check' ? `${name}: z.boolean().optional(),` : `${name}: z.enum(${name}Options).optional(),`,
    ),
    filter: filtered.map(
      ({ name, code: { filter } }) =>
        `input.${name} === undefined ? undefined : ${filter === 'many' ? `arrayContains(paperClips.${name}, [input.${name}])` : `eq(paperClips.${name}, input.${name})`},`,
    ),
    searchType: filtered.map((field) => `${field.name}?: ${choice(field)}`),
    searchShape: filtered.map(({ name, code: { filter } }) =>
      filter === 'check' ? `${name}: 'boolean',` : `${name}: ${name}Options,`,
    ),
    filterControl: filtered.map(filterControl),
    filterTest: filtered.map(filterTest),
    value: fields.map(
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

function filterControl({ name, code: { filter } }: Coded): string {
  const own = `t('paper-clips:fields.${name}')`
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
  const texts = fields.filter(({ code }) => code.isText)
  const readOps = namesOf(
    ...(verbs.get || verbs.create ? ['and', 'eq', 'type SQL'] : []),
    hasLong && 'sql',
    ...(verbs.delete ? ['isNull', 'isNotNull'] : []),
  )
  return {
    titleField: title?.name ?? '',
    types: namesOf('text', ...codes.flatMap(({ types }) => types)),
    sorts: fields
      .filter(({ code }) => code.isSortable)
      .map(({ name }) => `'${name}', '-${name}'`)
      .join(', '),
    pg: namesOf('index', 'pgTable', 'text', ...codes.flatMap(({ pg }) => pg)),
    timestamp: verbs.delete || fields.some(({ kind }) => kind === 'datetime') ? 'timestamp, ' : '',
    tableSchemaImport: optionsImport(constants(({ options }) => options.length > 0)),
    schemaOptions: namesOf('paperClipSorts', ...constants(({ options }) => options.length > 0)),
    words: texts
      .map(({ name }, at) => `\${wordsOf(paperClips.${name}, '${at === 0 ? 'A' : 'B'}')}`)
      .join(' || '),
    andLive: has('delete', ' and ${table.deletedAt} is null'),
    matrixFixtures: namesOf(verbs.get && 'addPaperClip', verbs.writes && 'examplePaperClip'),
    perMinute: verbs.writes || verbs.delete ? 'perMinute, ' : '',
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
        const values = fields.map((field) =>
          field === title
            ? `${field.name}: '${capitalized(names.singular.words)} ${at + 1}'`
            : `${field.name}: ${field.code.example(at)}`,
        )
        return `{ author: '${author}@example.com', hoursAgo: ${at * 21 + 2}, ${values.join(', ')} },`
      })
      .join('\n'),
    searchImports: namesOf(
      'paperClipSorts',
      ...constants(({ code }) => code.filter !== undefined && code.filter !== 'check'),
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
