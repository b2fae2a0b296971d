/** A field of a generated feature, as in `due:date?` or `status:enum(draft,sent,paid)`. */
export type Field = {
  /** In code. */
  name: string
  /** In the database. */
  column: string
  /** In English, for people. */
  label: string
  kind: string
  isOptional: boolean
  /** Of `enum` and `many`. */
  options: readonly string[]
  /** Of `money`. */
  currency: string
  /**
   * What a reference refers to: the name of a feature, or `user` for a member of the workspace. Of a file,
   * its kind.
   */
  of?: string
}

/** A name to import, and the module it is in. */
export type Import = readonly [name: string, from: string]

/** The code of a field, by the place in the templates where it goes. */
export type Code = {
  /** A constant of the schema. */
  constant?: { name: string; code: string }
  /** Its type in the schema, from `types` of src/lib/fields.ts. */
  schema: string
  types: readonly string[]
  column: string
  /** Column types of drizzle-orm/pg-core. */
  pg: readonly string[]
  /** The SQL of what rows get that exist when the column is added, if it is never null. */
  existing: string
  /** The value of the empty form. */
  empty: string
  /** The value of the example number `at`. */
  example: (at: number) => string
  /** Inside its AppField; `field` is its render prop. */
  form: string
  formImports?: readonly Import[]
  /** Shows `item.name`. */
  value: string
  valueImports?: readonly Import[]
  usesLanguage?: boolean
  /** Whether the search finds its words. */
  isText?: boolean
  /** Whether it fills the width of the form, and lists cut it. */
  isLong?: boolean
  /** Whether it is a text of its own on the page, below the other fields, and not in lists. */
  isBody?: boolean
  isSortable?: boolean
  /** How lists are narrowed by it: the type of the input, and the choices of the select. */
  filter?: 'option' | 'check' | 'many' | 'reference'
  /** What a journey does to fill it in, if it must be. */
  fill?: string
}

const FIELDS = '#/components/form'

/** The kinds of fields. A new kind is an entry here. */
export const kinds: Readonly<Record<string, (field: Field) => Code>> = {
  text: (field) => ({
    ...textual(field, 'text'),
    column: columnOf({ ...field, isOptional: false }, `sortedText('${field.column}')`),
    pg: [],
    isSortable: true,
  }),
  email: (field) => ({ ...textual(field, 'email', `'ada@example.com'`), isSortable: true }),
  // Not sortable: a cursor holds the value, and an address of 2,000 characters is too long for it.
  url: (field) => ({
    ...textual(field, 'url', `'https://example.com'`),
    value: `item.${field.name} && <a href={item.${field.name}} rel="noreferrer" className="underline underline-offset-2">{item.${field.name}}</a>`,
  }),
  longtext: (field) => ({
    ...textual(field, 'longText'),
    isLong: true,
    form: `<field.TextArea ${labelOf(field)} />`,
  }),
  markdown: (field) => ({
    ...textual(field, 'markdown'),
    column: [
      textual(field, 'markdown').column,
      '/** Parsed, for pages and for search; null until a job has done it. */',
      `${field.name}Tree: text('${field.column}_tree'),`,
      `${field.name}Text: text('${field.column}_text'),`,
    ].join('\n'),
    isLong: true,
    isBody: true,
    form: `<MarkdownField ${labelOf(field)} />`,
    formImports: [['MarkdownField', `${FIELDS}/markdown-field.tsx`]],
  }),
  number: (field) => ({
    ...nullable(field, 'number()', 'number'),
    column: columnOf(field, `doublePrecision('${field.column}')`),
    pg: ['doublePrecision'],
    existing: '0',
    example: (at) => `${at + 1}.5`,
    form: `<NumberField ${labelOf(field)} />`,
    formImports: [['NumberField', `${FIELDS}/number-field.tsx`]],
    ...shown(field, `formatNumber(item.${field.name}, language)`),
    valueImports: [['formatNumber', '#/lib/format-value.ts']],
    fill: fillOf(field, '12'),
  }),
  money: (field) => {
    const currency = `${field.column.toUpperCase()}_CURRENCY`
    return {
      ...nullable(field, 'money()', 'money'),
      constant: { name: currency, code: `export const ${currency} = '${field.currency}'` },
      column: `/** In the minor unit of its currency, such as cents. */\n${columnOf(field, `bigint('${field.column}', { mode: 'number' })`)}`,
      pg: ['bigint'],
      existing: '0',
      example: (at) => String((at + 1) * 12_500),
      form: `<MoneyField ${labelOf(field)} currency={${currency}} />`,
      formImports: [['MoneyField', `${FIELDS}/number-field.tsx`]],
      ...shown(field, `formatMoney(item.${field.name}, ${currency}, language)`),
      valueImports: [['formatMoney', '#/lib/format-value.ts']],
      fill: fillOf(field, '12'),
    }
  },
  date: (field) => ({
    ...nullable(field, 'date()', 'date'),
    column: columnOf(field, `date('${field.column}', { mode: 'string' })`),
    pg: ['date'],
    existing: 'CURRENT_DATE',
    example: (at) => `'2026-0${at + 1}-28'`,
    form: `<DateField ${labelOf(field)} />`,
    formImports: [['DateField', `${FIELDS}/date-field.tsx`]],
    ...shown(field, `formatDate(item.${field.name}, language)`),
    valueImports: [['formatDate', '#/lib/format-value.ts']],
    fill: fillOf(field, '2026-01-31'),
  }),
  datetime: (field) => ({
    ...nullable(field, 'dateTime()', 'dateTime'),
    column: columnOf(field, `timestamp('${field.column}')`),
    pg: [],
    existing: 'now()',
    example: (at) => `new Date('2026-0${at + 1}-28T09:30:00Z')`,
    form: `<DateTimeField ${labelOf(field)} />`,
    formImports: [['DateTimeField', `${FIELDS}/date-field.tsx`]],
    ...shown(field, `<Moment at={item.${field.name}} language={language} />`),
    valueImports: [['Moment', '#/components/time-ago.tsx']],
    fill: fillOf(field, '2026-01-31T14:30'),
  }),
  boolean: (field) => ({
    schema: 'z.boolean()',
    types: [],
    column: `${field.name}: boolean('${field.column}').notNull(),`,
    pg: ['boolean'],
    existing: 'false',
    empty: 'false',
    example: (at) => String(at % 2 === 1),
    form: `<CheckField ${labelOf(field)} />`,
    formImports: [['CheckField', `${FIELDS}/option-field.tsx`]],
    value: `t(item.${field.name} ? 'rows:yes' : 'rows:no')`,
    filter: 'check',
  }),
  enum: (field) => ({
    ...options(field),
    schema: `z.enum(${field.name}Options)${field.isOptional ? '.nullable()' : ''}`,
    types: [],
    column: columnOf(field, `text('${field.column}', { enum: ${field.name}Options })`),
    pg: ['text'],
    existing: `'${field.options[0]}'`,
    empty: field.isOptional ? 'null' : `${field.name}Options[0]`,
    example: (at) => `'${field.options[at % field.options.length]}'`,
    form: `<OptionField ${labelOf(field)} ${optionsOf(field)}${field.isOptional ? ` empty={t('paper-clips:list.none')}` : ''} />`,
    formImports: [['OptionField', `${FIELDS}/option-field.tsx`]],
    value: `${field.isOptional ? `item.${field.name} && ` : ''}t(\`paper-clips:options.${field.name}.\${item.${field.name}}\`)`,
    isSortable: true,
    filter: 'option',
  }),
  many: (field) => ({
    ...options(field),
    schema: field.isOptional ? `manyOf(${field.name}Options)` : `required(manyOf(${field.name}Options))`,
    types: field.isOptional ? ['manyOf'] : ['manyOf', 'required'],
    column: `${field.name}: text('${field.column}', { enum: ${field.name}Options }).array().notNull(),`,
    pg: ['text'],
    existing: `'{}'`,
    empty: '[]',
    example: (at) => `['${field.options[at % field.options.length]}']`,
    form: `<OptionsField ${labelOf(field)} ${optionsOf(field)} />`,
    formImports: [['OptionsField', `${FIELDS}/option-field.tsx`]],
    value: `item.${field.name}.map((one) => t(\`paper-clips:options.${field.name}.\${one}\`)).join(', ')`,
    filter: 'many',
    ...(!field.isOptional && {
      fill: `await page.locator('[name=${field.name}]').first().check()`,
    }),
  }),
  ref: (field) => referring(field, 'ReferenceLink'),
  user: (field) => referring(field, 'ReferredUser'),
  file: (field) =>
    uploaded(field, {
      usesLanguage: true,
      ...shownFile(field, `<FileLink file={item.files.${field.name}} language={language} />`),
      valueImports: [['FileLink', '#/components/stored-file.tsx']],
    }),
  image: (field) =>
    uploaded(field, {
      ...shownFile(field, `<FilePicture file={item.files.${field.name}} />`),
      valueImports: [['FilePicture', '#/components/stored-file.tsx']],
    }),
}

/** A kind whose value is the id of an upload. */
function uploaded(field: Field, value: Pick<Code, 'value' | 'valueImports' | 'usesLanguage'>): Code {
  const { isSortable: _, usesLanguage: __, ...code } = nullable(field, 'upload()', 'upload')
  return {
    ...code,
    ...value,
    column: columnOf(field, `text('${field.column}')`),
    pg: ['text'],
    existing: `''`,
    example: () => (field.isOptional ? 'null' : `'unknownfile'`),
    form: `<FileField ${labelOf(field)} uploads={uploads.${field.of}} />`,
    formImports: [
      ['FileField', `${FIELDS}/file-field.tsx`],
      ['useUploads', '@plinth/core/client'],
    ],
    ...(!field.isOptional && { fill: `await chooseFile(page, '${field.name}', '${field.of}')` }),
  }
}

const shownFile = ({ name }: Field, shownBy: string) => ({ value: `item.files.${name} && ${shownBy}` })

/** A kind whose value is the id of what it refers to. */
function referring(field: Field, shownBy: 'ReferenceLink' | 'ReferredUser'): Code {
  const isUser = field.kind === 'user'
  const { isSortable: _, usesLanguage: __, ...value } = nullable(field, 'reference()', 'reference')
  const missing = `t('${isUser ? 'rows:former' : 'app:choices.gone'}')`
  return {
    ...value,
    column: columnOf(field, `text('${field.column}')`),
    pg: ['text'],
    existing: `''`,
    example: () => (field.isOptional ? 'null' : `'unknown'`),
    form: `<ReferenceField ${labelOf(field)} choices={choicesOf('${field.of}')}${isUser ? ' hasFaces' : ''}${field.isOptional ? ' isOptional' : ''} />`,
    formImports: [
      ['ReferenceField', `${FIELDS}/reference-field.tsx`],
      ['useChoices', '@plinth/core/client'],
    ],
    ...shown(field, `<${shownBy} to={item.references.${field.name}} missing={${missing}} />`),
    valueImports: [[shownBy, '#/components/reference-link.tsx']],
    filter: 'reference',
    ...(!field.isOptional && {
      fill: `await page.locator('#${field.name}').click()\n  await page.getByRole('listbox').getByRole('option').first().click()`,
    }),
  }
}

type Pointing<Of extends Field> = Of & { of: string }

const isFile = ({ kind }: Field) => kind === 'file' || kind === 'image'

/** The fields whose value is an id: of a reference or a file. */
export const pointersIn = <Of extends Field>(fields: readonly Of[]): Pointing<Of>[] =>
  fields.filter((field): field is Pointing<Of> => field.of !== undefined)

/** The fields that refer to something. */
export const referencesIn = <Of extends Field>(fields: readonly Of[]): Pointing<Of>[] =>
  pointersIn(fields).filter((field) => !isFile(field))

/** The fields that are files. */
export const filesIn = <Of extends Field>(fields: readonly Of[]): Pointing<Of>[] =>
  pointersIn(fields).filter(isFile)

/** The features that these fields refer to. */
export const featuresIn = (fields: readonly Field[]): string[] => [
  ...new Set(referencesIn(fields).flatMap(({ kind, of }) => (kind === 'ref' ? [of] : []))),
]

const labelOf = ({ name }: Field) => `label={t('paper-clips:fields.${name}')}`
const optionsOf = ({ name }: Field) =>
  `options={${name}Options.map((value) => ({ value, label: t(\`paper-clips:options.${name}.\${value}\`) }))}`
const columnOf = ({ name, isOptional }: Field, type: string) =>
  `${name}: ${type}${isOptional ? '' : '.notNull()'},`

const fillOf = ({ name, isOptional }: Field, value: string): string =>
  isOptional ? '' : `await page.locator('#${name}').fill('${value}')`

/** A kind whose empty value is ''. */
function textual(field: Field, type: string, example?: string): Code {
  const typed = { email: ' type="email"', url: ' type="url"' }[type] ?? ''
  return {
    schema: field.isOptional ? `${type}()` : `required(${type}())`,
    types: field.isOptional ? [type] : [type, 'required'],
    column: `${field.name}: text('${field.column}').notNull(),`,
    pg: ['text'],
    existing: `''`,
    empty: `''`,
    example: (at) => example ?? `'${field.label} ${at + 1}'`,
    form: `<field.Text${typed} ${labelOf(field)} />`,
    value: `item.${field.name}`,
    isText: true,
    fill: fillOf(field, example?.slice(1, -1) ?? 'Something'),
  }
}

/** A kind whose empty value is null. */
const nullable = ({ isOptional }: Field, schema: string, type: string) => ({
  schema: isOptional ? `${schema}.nullable()` : `required(${schema})`,
  types: isOptional ? [type] : [type, 'required'],
  empty: 'null',
  isSortable: true,
  usesLanguage: true,
})

const shown = ({ name, isOptional }: Field, value: string) => ({
  value: isOptional ? `item.${name} === null ? null : ${value}` : value,
})

const options = (field: Field) => ({
  constant: {
    name: `${field.name}Options`,
    code: `export const ${field.name}Options = [${field.options.map((one) => `'${one}'`).join(', ')}] as const`,
  },
})

// Names that the generated code gives to something else.
const taken = new Set(
  'id search sort cursor limit direction q edit basedOn createdAt updatedAt deletedAt createdBy createdById organizationId ownerId call author hoursAgo references files uploads'.split(
    ' ',
  ),
)

/** Reads the fields of rows, which may belong to those of a feature. Throws an Error with what is wrong. */
export function readFields(given: readonly string[], of?: string): Field[] {
  const fields = given.map(readField)
  const twice = fields.find(({ name }, at) => fields.findIndex((other) => other.name === name) !== at)
  if (twice) throw new Error(`There are two fields ${twice.name}.`)
  if (fields.length > 20) throw new Error('A feature has at most 20 fields to begin with.')
  const [title] = fields
  const isTitle = title?.kind === 'text' || (of !== undefined && title?.kind === 'longtext')
  if (!isTitle || title.isOptional)
    throw new Error(`The first field is the title: a text that is not optional, such as name:text.`)
  const body = of !== undefined ? fields.find(({ kind }) => kind === 'markdown') : undefined
  if (body)
    throw new Error(`${body.name}: Markdown is shown on a page, which these have none of. Take longtext.`)
  return fields
}

function readField(given: string): Field {
  const [, word = '', kind = '', list = '', mark] =
    /^([A-Za-z][\w-]*):([a-z]+)(?:\(([\w,-]*)\))?(\?)?$/.exec(given) ?? []
  const example = `such as due:date? or status:enum(draft,sent,paid)`
  if (word === '') throw new Error(`${given} is no field: NAME:KIND, ${example}.`)
  if (!Object.hasOwn(kinds, kind))
    throw new Error(`${kind} is no kind of field. There are: ${Object.keys(kinds).join(', ')}.`)
  const parts = word
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_]/)
  const name = parts
    .map((part, at) => (at === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1)))
    .join('')
  if (taken.has(name) || isReserved(name))
    throw new Error(`A field can't be called ${name}: the code uses the name.`)
  if (parts.join('_').length > 40) throw new Error(`${word} is too long: a field has at most 40 letters.`)
  const values = list === '' ? [] : list.split(',')
  const isMoney = kind === 'money'
  const hasOptions = kind === 'enum' || kind === 'many'
  if (
    hasOptions &&
    (values.length === 0 ||
      new Set(values).size < values.length ||
      values.some((one) => !/^[a-z]\w*$/.test(one)))
  )
    throw new Error(
      `${given} needs its values, each once and in small letters: ${name}:${kind}(draft,sent,paid).`,
    )
  const plural = hasOptions ? values.find((one) => /_(zero|one|two|few|many|other)$/.test(one)) : undefined
  if (plural !== undefined)
    throw new Error(
      `${given}: the value ${plural} ends like a plural form of a text. Call it differently, such as ${plural}s.`,
    )
  if (kind === 'ref' && !/^[a-z][a-z0-9-]*$/.test(list))
    throw new Error(`${given} needs the feature that it refers to: ${name}:ref(customers).`)
  if (isMoney && list !== '' && !Intl.supportedValuesOf('currency').includes(list))
    throw new Error(`${list} is no currency, such as EUR or USD.`)
  const isPdf = kind === 'file' && list === 'pdf'
  if (kind === 'file' && list !== '' && !isPdf)
    throw new Error(`${given}: a file is of any kind, or file(pdf).`)
  if (!hasOptions && !isMoney && !isPdf && kind !== 'ref' && list !== '')
    throw new Error(`${kind} takes nothing in brackets.`)
  if (kind === 'boolean' && mark)
    throw new Error(`${name}: a boolean is never empty, so it can't be optional.`)
  return {
    name,
    column: parts.join('_'),
    label: capitalized(parts.join(' ')),
    kind,
    isOptional: mark !== undefined,
    options: hasOptions ? values : [],
    currency: isMoney && list !== '' ? list : 'EUR',
    ...(kind === 'ref' && { of: list }),
    ...(['user', 'file', 'image'].includes(kind) && { of: isPdf ? list : kind }),
  }
}

const keywords = new Set(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield'.split(
    ' ',
  ),
)

/** Whether the name can't be a variable, or every object has it. */
export const isReserved = (name: string): boolean => keywords.has(name) || name in {}

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
