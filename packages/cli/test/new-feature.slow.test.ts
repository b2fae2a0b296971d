import { expect, test } from 'vitest'
import { copyProject } from '@plinth/testing/programs/project-copy.ts'
import { runnerOfCopies } from '@plinth/testing/programs/run-in-copy.ts'

// Only written here and in the other test of it: a removed feature must not be mentioned anywhere.
const NAME = 'supply-boxes'
const { run, succeed } = await runnerOfCopies()

test('fewer verbs make a smaller feature that passes every check', async () => {
  const copy = copyProject()
  await succeed(copy, `node scripts/run.mjs new:feature ${NAME} --only list,create`)
  expect([...copy.files().keys()].filter((file) => /supplyBoxId|deleted/.test(file))).toEqual([])
  await succeed(copy, 'node scripts/run.mjs check --all format lint types texts', 'dead code')
})

test('a required column without a default is reported as a problem for existing rows', async () => {
  const copy = copyProject()
  const table = 'packages/core/src/identity/identity.table.server.ts'
  const text = copy.files().get(table) ?? ''
  copy.write(
    table,
    text.replace(
      "  slug: text('slug').notNull().unique(),\n",
      "$&  mood: text('mood').notNull(),\n  stars: text('stars').notNull().default(''),\n",
    ),
  )
  const { code, output } = await run(copy, 'node scripts/run.mjs db:generate')
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
  ['rows of no feature', 'crates --of trunks', "Rows can't belong to trunks: there is no such feature"],
  ['a currency that does not exist', 'crates label:text price:money(XXY)', 'XXY is no currency'],
  ['a verb that does not exist', 'crates --only list,fly', 'fly is no verb'],
  ['a noun without its gender', 'crates --de Kiste/Kisten', 'lacks its gender, m or f or n'],
  ['an option that does not exist', 'crates --fast', "Unknown option '--fast'"],
  ['a name in another case', 'supplyBoxes', 'kebab-case'],
  ['a name that is no plural', 'stock', 'A name is a plural, such as notes, and stock looks like none'],
  ['the name of a feature', 'posts', 'There is a posts already'],
  ['the name of something in core', 'limits', 'There is a limits already'],
  ['a name whose table is taken', 'users', 'has the table user already'],
  ['a name that the code of every feature uses', 'answers', 'every feature uses the name answers itself'],
  ['a name whose verb is one of the tests', 'teams', 'every feature uses the name createTeam itself'],
  [
    'a name whose singular is a reserved word',
    'classes',
    'class is a word of the programming language. Choose',
  ],
  ['a name whose singular is taken', 'objects', 'uses the name object itself. Choose another name'],
  ['a name that every object has', 'crates constructor:text', "A field can't be called constructor"],
  ['somebody who may not', 'crates --may update=everybody', '--may update=everybody is not VERB=WHO'],
  ['a name whose router is taken', 'connected-apps', 'has the router connectedApps already'],
  ['a name whose guide would be a document', 'guides', 'docs/guides.md is there already'],
  ['a value like a plural form', 'crates label:text state:enum(new,the_other)', 'the value the_other ends'],
])('%s is rejected in one line, and nothing is written', async (_, name, says) => {
  const copy = copyProject()
  const before = copy.files()
  const { code, output } = await run(copy, `node scripts/run.mjs new:feature ${name}`.trim())
  expect(output).toContain(says)
  expect(code).toBe(1)
  expect(copy.files()).toEqual(before)
})

test('flags that npm took for itself are named', async () => {
  const copy = copyProject()
  const { code, output } = await run(copy, 'npm run new:feature crates label:text --singular crate')
  expect([code, output]).toEqual([1, expect.stringContaining('npm took --singular for itself')])
})

test('a feature in the list twice, and a router that two features bring, are named by the check', async () => {
  const copy = copyProject()
  const list = 'src/app.ts'
  const text = copy.files().get(list) ?? ''
  const [line = '', exported = '', name = ''] =
    /export \{ (\w+) \} from '#\/features\/([\w-]+)\/.*/.exec(text) ?? []
  copy.write(list, `${text}${line.replace(exported, `${exported} as again`)}\n`)
  expect((await run(copy, 'node scripts/run.mjs check registry')).output).toContain(
    `Two features are named ${name}`,
  )
  copy.write(list, text)

  const [file = '', server = ''] =
    [...copy.files()].find(
      ([at, content]) => at.endsWith('/feature.server.ts') && content.includes('routers: async () => ({ '),
    ) ?? []
  copy.write(file, server.replace(/routers: async \(\) => \(\{ \w+:/, 'routers: async () => ({ overview:'))
  const { code, output } = await run(copy, 'node scripts/run.mjs check registry')
  expect(output).toContain(`The features core and ${file.split('/').at(-2)} both bring the router overview`)
  expect(code).toBe(1)
})

test('a field that is given in a wrong way changes nothing; where the same lines were changed are markers', async () => {
  const copy = copyProject()
  await succeed(copy, `node scripts/run.mjs new:feature ${NAME}`)
  const schema = `src/features/${NAME}/${NAME}.schema.ts`
  copy.write(
    schema,
    copy.files().get(schema)?.replace('required(text()),', 'required(text()), // Ours.') ?? '',
  )
  const before = copy.files()
  for (const [command, says] of [
    [`add:field ${NAME} title:date`, 'There are two fields title'],
    [`add:field ${NAME} note:huge`, 'huge is no kind of field'],
    ['add:field posts note:text', 'npm run new:feature did not write posts'],
    ['add:field trees note:text', `There is no src/features/trees. Written by npm run new:feature: ${NAME}`],
    [`remove:field ${NAME} title`, 'title is the title'],
    [`remove:field ${NAME} note`, `${NAME} has no field note`],
  ] as const) {
    const { code, output } = await run(copy, `node scripts/run.mjs ${command}`)
    expect(output).toContain(says)
    expect(code, command).toBe(1)
    expect(copy.files()).toEqual(before)
  }
  const migrations = () => [...copy.files().keys()].filter((file) => file.endsWith('.sql')).length
  const migrationsBefore = migrations()
  const { code, output } = await run(copy, `node scripts/run.mjs add:field ${NAME} note:text`)
  expect([code, output]).toEqual([0, expect.stringMatching(new RegExp(`^  ${schema}:\\d+$`, 'm'))])
  expect(copy.files().get(schema)).toMatch(/^<<<<<<< yours$/m)
  expect(migrations()).toBe(migrationsBefore + 1)

  // Its table can't be read before that is resolved.
  const chosen = /^<<<<<<< yours\n[^]*?^=======\n([^]*?)^>>>>>>> generated now\n/gm
  copy.write(schema, copy.files().get(schema)?.replaceAll(chosen, '$1') ?? '')
  const table = `src/features/${NAME}/server/${NAME}.table.server.ts`
  const text = copy.files().get(table) ?? ''
  copy.write(table, text.replace(/^( +note: .*)$/m, '$1 // Ours.'))
  const further = await run(copy, `node scripts/run.mjs remove:field ${NAME} note`)
  expect([further.code, further.output]).toEqual([
    0,
    expect.stringContaining('npm run db:generate -- --name'),
  ])
  expect(copy.files().get(table)).toMatch(/^<<<<<<< yours$/m)
  expect(migrations()).toBe(migrationsBefore + 1)
})

test('a file whose shape is not as expected is named, and nothing is written', async () => {
  const copy = copyProject()
  copy.write('src/app.ts', 'export const features = []\n')
  const before = copy.files()
  const { code, output } = await run(copy, `node scripts/run.mjs new:feature ${NAME}`)
  expect(output).toContain('src/app.ts has another shape than expected')
  expect(code).toBe(1)
  expect(copy.files()).toEqual(before)
})

test('a migration that cannot be written leaves everything as it was', async () => {
  const copy = copyProject()
  copy.write('drizzle.config.ts', 'throw new Error("broken")\n')
  const before = copy.files()
  const { code, output } = await run(copy, `node scripts/run.mjs new:feature ${NAME}`)
  expect(output).toContain('The migration could not be written. Nothing was changed.')
  expect(code).toBe(1)
  expect(copy.files()).toEqual(before)
})
