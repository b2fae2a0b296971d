import { spawn } from 'node:child_process'
import path from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import { startDatabaseProxy } from './support/http/database-proxy.ts'
import { urlOf } from './support/http/open-app.ts'
import { copyProject, projectRoot, type ProjectCopy } from './support/project-copy.ts'

// Each kind of field, needed or not.
const FIELDS =
  'label:text box:ref(crates) shelf:ref(crates)? holder:user helper:user? size:number? price:money(JPY) packed:date opened-at:datetime? state:enum(new,sent) tags:many(big,old)? fragile:boolean notes:longtext? body:markdown story:markdown? shop:url? contact:email attachment:file photo:image? cover:image'
// Only written here: a removed feature must not be mentioned anywhere.
const NAME = 'supply-boxes'
// What others refer to.
const REFERRED = 'crates'
const bin = path.join(projectRoot, 'node_modules/.bin')
let databaseUrl = ''

beforeAll(async () => {
  const proxy = await startDatabaseProxy(urlOf(inject('database').connection))
  databaseUrl = proxy.url
  return () => proxy.close()
})

test('a new feature passes every check and its own tests unchanged, and leaves no trace when removed', async () => {
  const copy = copyProject()
  await succeed(copy, `node scripts/new-feature.ts ${REFERRED}`)
  const before = sourcesOf(copy)

  await succeed(copy, `node scripts/new-feature.ts ${NAME} ${FIELDS} --de Vorratskiste/Vorratskisten/f`)
  const written = [...sourcesOf(copy).keys()].filter((file) => !before.has(file))
  expect(written).toEqual(
    expect.arrayContaining([
      `src/features/${NAME}/server/list-${NAME}.server.ts`,
      `src/routes/dashboard/${NAME}/index.tsx`,
    ]),
  )
  await Promise.all([
    succeed(copy, 'node scripts/check.ts --all format lint types texts migrations', 'dead code'),
    succeed(copy, `vitest run src/features/${NAME} tests/source-files.test.ts`),
  ])

  const { output } = await run(copy, `node scripts/remove-feature.ts ${REFERRED}`)
  expect(output).toContain(`${NAME} needs ${REFERRED}: npm run remove:feature ${NAME} ${REFERRED}`)
  await succeed(copy, `node scripts/remove-feature.ts ${NAME}`)
  expect(sourcesOf(copy)).toEqual(before)
  const [dropping, creating] = [...copy.files()].filter(([file]) => file.endsWith('.sql')).toReversed()
  expect(creating?.[0]).toMatch(/_create_supply_box\.sql$/)
  expect(dropping?.[0]).toMatch(/_remove_supply_boxes\.sql$/)
  expect(dropping?.[1]).toContain('DROP TABLE "supply_box"')
})

test('fields are added and removed in every place, and own edits stay', async () => {
  const copy = copyProject()
  await succeed(copy, `node scripts/new-feature.ts ${REFERRED}`)
  await succeed(copy, `node scripts/new-feature.ts ${NAME}`)
  const generated = sourcesOf(copy)
  const page = `src/features/${NAME}/ui/${NAME}-page.tsx`
  const own = (text = '') => text.replace('\nexport function', '\n// Ours.\nexport function')
  copy.write(page, own(generated.get(page)))
  await succeed(
    copy,
    `node scripts/add-field.ts ${NAME} remarks:longtext due:date colors:many(red,blue)? box:ref(${REFERRED}) scan:file`,
  )
  expect(sourcesOf(copy).get(page)).toMatch(/^\/\/ Ours\.$/m)
  await Promise.all([
    succeed(copy, 'node scripts/check.ts --all format lint types texts migrations', 'dead code'),
    succeed(copy, `vitest run src/features/${NAME}`),
  ])
  await succeed(copy, `node scripts/remove-field.ts ${NAME} remarks due colors box scan`)
  expect(sourcesOf(copy)).toEqual(new Map(generated).set(page, own(generated.get(page))))
})

test('fewer verbs make a smaller feature that passes every check', async () => {
  const copy = copyProject()
  await succeed(copy, `node scripts/new-feature.ts ${NAME} --only list,create`)
  expect([...copy.files().keys()].filter((file) => /supply.*(update|delete|page-form)/.test(file))).toEqual(
    [],
  )
  await succeed(copy, 'node scripts/check.ts --all format lint types texts', 'dead code')
})

test('a required column without a default is reported as a problem for existing rows', async () => {
  const copy = copyProject()
  const table = 'src/core/identity/identity.table.server.ts'
  const text = copy.files().get(table) ?? ''
  copy.write(
    table,
    text.replace(
      "  slug: text('slug').notNull().unique(),\n",
      "$&  mood: text('mood').notNull(),\n  stars: text('stars').notNull().default(''),\n",
    ),
  )
  const { code, output } = await run(copy, 'node scripts/db/generate.ts')
  expect([code, output]).toEqual([
    0,
    expect.stringContaining('Where organization has rows this migration fails: they have no mood.'),
  ])
  expect(output).toContain(`ADD COLUMN "mood" text DEFAULT '...' NOT NULL`)
  expect(output).not.toContain('no stars')
})

test.each([
  ['no name', '', 'NAME is a plural in kebab-case'],
  ['a kind that does not exist', 'crates size:huge', 'huge is no kind of field. There are: text,'],
  ['a field that is no field', 'crates size', 'size is no field: NAME:KIND'],
  ['a reserved word', 'crates label:text class:text', "A field can't be called class"],
  ['a name of the code', 'crates label:text cursor:text', "A field can't be called cursor"],
  ['a field twice', 'crates label:text label:date', 'There are two fields label'],
  ['no title', 'crates due:date', 'The first field is the title'],
  ['values that are missing', 'crates label:text state:enum', 'needs its values'],
  ['a reference to nothing', 'crates label:text box:ref', 'needs the feature that it refers to'],
  ['a reference to several', 'crates label:text box:ref(trunks,bags)', 'needs the feature that it refers to'],
  [
    'a reference to no feature',
    'crates label:text box:ref(trunks)',
    'There is no feature trunks to refer to',
  ],
  ['a reference to itself', 'crates label:text box:ref(crates)', "crates can't refer to itself"],
  ['a currency that does not exist', 'crates label:text price:money(XXY)', 'XXY is no currency'],
  ['a verb that does not exist', 'crates --only list,fly', 'fly is no verb'],
  ['a noun without its gender', 'crates --de Kiste/Kisten', 'lacks its gender, m or f or n'],
  ['an option that does not exist', 'crates --fast', "Unknown option '--fast'"],
  ['a name in another case', 'supplyBoxes', 'kebab-case'],
  ['a name that is no plural', 'stock', 'A name is a plural, such as notes, and stock looks like none'],
  ['the name of a feature', 'posts', 'There is a posts already'],
  ['the name of something in core', 'limits', 'There is a limits already'],
  ['a name whose table is taken', 'users', 'has the table user already'],
  ['a name that the code of every feature uses', 'items', 'uses itself'],
])('%s is rejected in one line, and nothing is written', async (_, name, says) => {
  const copy = copyProject()
  const before = copy.files()
  const { code, output } = await run(copy, `node scripts/new-feature.ts ${name}`.trim())
  expect(output).toContain(says)
  expect(code).toBe(1)
  expect(copy.files()).toEqual(before)
})

test('a field is not added where the same lines were changed, or given in a wrong way', async () => {
  const copy = copyProject()
  await succeed(copy, `node scripts/new-feature.ts ${NAME}`)
  const schema = `src/features/${NAME}/${NAME}.schema.ts`
  copy.write(
    schema,
    copy.files().get(schema)?.replace('required(text()),', 'required(text()), // Ours.') ?? '',
  )
  const before = copy.files()
  for (const [command, says] of [
    [`add-field.ts ${NAME} note:text`, `You have changed lines that this changes too, in ${schema}`],
    [`add-field.ts ${NAME} title:date`, 'There are two fields title'],
    [`add-field.ts ${NAME} note:huge`, 'huge is no kind of field'],
    ['add-field.ts posts note:text', 'npm run new:feature did not write posts'],
    [
      'add-field.ts trees note:text',
      `There is no src/features/trees. Written by npm run new:feature: ${NAME}`,
    ],
    [`remove-field.ts ${NAME} title`, 'title is the title'],
    [`remove-field.ts ${NAME} note`, `${NAME} has no field note`],
  ] as const) {
    const { code, output } = await run(copy, `node scripts/${command}`)
    expect(output).toContain(says)
    expect(code, command).toBe(1)
    expect(copy.files()).toEqual(before)
  }
  await succeed(copy, `node scripts/add-field.ts ${NAME} note:text --conflicts`)
  expect(copy.files().get(schema)).toMatch(/^<<<<<<< ours$/m)
})

test('a file whose shape is not as expected is named, and nothing is written', async () => {
  const copy = copyProject()
  copy.write('src/app/features.ts', 'export const features = []\n')
  const before = copy.files()
  const { code, output } = await run(copy, `node scripts/new-feature.ts ${NAME}`)
  expect(output).toContain('src/app/features.ts has another shape than expected')
  expect(code).toBe(1)
  expect(copy.files()).toEqual(before)
})

test('a migration that cannot be written leaves everything as it was', async () => {
  const copy = copyProject()
  copy.write('drizzle.config.ts', 'throw new Error("broken")\n')
  const before = copy.files()
  const { code, output } = await run(copy, `node scripts/new-feature.ts ${NAME}`)
  expect(output).toContain('The migration could not be written. Nothing was changed.')
  expect(code).toBe(1)
  expect(copy.files()).toEqual(before)
})

/** Everything but the migrations, which are only ever added. */
function sourcesOf(copy: ProjectCopy): Map<string, string> {
  return new Map([...copy.files()].filter(([file]) => !file.startsWith('drizzle/')))
}

async function succeed(copy: ProjectCopy, command: string, ...more: string[]): Promise<void> {
  const { code, output } = await run(copy, command, ...more)
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${output}`)
}

/** Runs a command of the project in the copy; `more` are arguments with spaces in them. */
function run(
  { folder }: ProjectCopy,
  command: string,
  ...more: string[]
): Promise<{ code: number | null; output: string }> {
  const [program = '', ...args] = command.split(' ')
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('VITEST') && name !== 'NODE_OPTIONS',
  )
  const env = {
    ...Object.fromEntries(inherited),
    PATH: `${bin}${path.delimiter}${process.env.PATH}`,
    TEST_DATABASE_URL: databaseUrl,
  }
  const child = spawn(path.join(bin, program), [...args, ...more], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}
