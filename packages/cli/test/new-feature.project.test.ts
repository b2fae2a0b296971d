import { expect, test } from 'vitest'
import { copyProject, PROJECT_MS, type ProjectCopy } from '@plinth/testing/programs/project-copy.ts'
import { runnerOfCopies } from '@plinth/testing/programs/run-in-copy.ts'

// Each kind of field, needed or not.
const FIELDS =
  'label:text box:ref(crates) shelf:ref(crates)? holder:user helper:user? size:number? price:money(JPY) packed:date opened-at:datetime? state:enum(new,sent) tags:many(big,old)? fragile:boolean notes:longtext? body:markdown story:markdown? shop:url? contact:email attachment:file photo:image? cover:image'
// Only written here and in the other test of it: a removed feature must not be mentioned anywhere.
const NAME = 'supply-boxes'
// Rows that belong to others, and what they have: the rest is as in other features.
const CHILD = 'box-stickers'
const CHILD_FIELDS =
  'words:longtext box:ref(crates) size:enum(small,big)? price:money? glued:date scan:file(pdf)?'
// What others refer to.
const REFERRED = 'crates'
const { run, succeed } = await runnerOfCopies()

test(
  'a new feature passes every check and its own tests unchanged, and leaves no trace when removed',
  { timeout: PROJECT_MS },
  async () => {
    const copy = copyProject()
    const first = sourcesOf(copy)
    await succeed(copy, `node scripts/run.mjs new:feature ${REFERRED}`)
    const before = sourcesOf(copy)

    await succeed(
      copy,
      `node scripts/run.mjs new:feature ${NAME} ${FIELDS} --de Vorratskiste/Vorratskisten/f`,
    )
    const written = [...sourcesOf(copy).keys()].filter((file) => !before.has(file))
    expect(written).toEqual(
      expect.arrayContaining([
        `src/features/${NAME}/server/${NAME}.server.ts`,
        `src/routes/dashboard/${NAME}/index.tsx`,
      ]),
    )
    await Promise.all([
      succeed(copy, 'node scripts/run.mjs check --all format lint types texts migrations', 'dead code'),
      succeed(copy, `vitest run src/features/${NAME} tests/source-files.test.ts`),
    ])

    const { code, output } = await run(copy, `node scripts/run.mjs remove ${REFERRED}`)
    expect(code, output).toBe(0)
    expect(output).toContain(`Removes ${REFERRED}, and ${NAME}, which needs ${REFERRED}.`)
    expect(sourcesOf(copy)).toEqual(first)
    const migrations = [...copy.files()].filter(([file]) => /^drizzle\/\d+_.*\.sql$/.test(file))
    const [dropping, creating] = migrations.toReversed()
    expect(creating?.[0]).toMatch(/_create_supply_box\.sql$/)
    expect(dropping?.[0]).toMatch(/_remove_supply_boxes_crates\.sql$/)
    expect(dropping?.[1]).toContain('DROP TABLE "supply_box"')
  },
)

test('fields are added and removed in every place, and own edits stay', { timeout: PROJECT_MS }, async () => {
  const copy = copyProject()
  await succeed(copy, `node scripts/run.mjs new:feature ${REFERRED}`)
  await succeed(copy, `node scripts/run.mjs new:feature ${NAME}`)
  const generated = sourcesOf(copy)
  const page = `src/features/${NAME}/ui/supply-box-columns.tsx`
  const own = (text = '') => text.replace('\nexport function', '\n// Ours.\nexport function')
  copy.write(page, own(generated.get(page)))
  await succeed(
    copy,
    `node scripts/run.mjs add:field ${NAME} remarks:longtext due:date colors:many(red,blue)? box:ref(${REFERRED}) scan:file`,
  )
  expect(sourcesOf(copy).get(page)).toMatch(/^\/\/ Ours\.$/m)
  await Promise.all([
    succeed(copy, 'node scripts/run.mjs check --all format lint types texts migrations', 'dead code'),
    succeed(copy, `vitest run src/features/${NAME}`),
  ])
  await succeed(copy, `node scripts/run.mjs rename:field ${NAME} due until`)
  expect(sourcesOf(copy).get(page)).toMatch(/^\/\/ Ours\.$/m)
  const [, renaming] = [...copy.files()].findLast(([file]) => /^drizzle\/\d+_.*\.sql$/.test(file)) ?? []
  expect(renaming).toBe('ALTER TABLE "supply_box" RENAME COLUMN "due" TO "until";\n')
  await succeed(copy, `node scripts/run.mjs remove:field ${NAME} remarks until colors box scan`)
  expect(sourcesOf(copy)).toEqual(new Map(generated).set(page, own(generated.get(page))))
})

test(
  'rows that belong to those of another feature pass every check, and their page is as before without them',
  { timeout: PROJECT_MS },
  async () => {
    const copy = copyProject()
    await succeed(copy, `node scripts/run.mjs new:feature ${REFERRED}`)
    const before = sourcesOf(copy)
    await succeed(
      copy,
      `node scripts/run.mjs new:feature ${CHILD} ${CHILD_FIELDS} --of ${REFERRED} --may update=member`,
    )
    await Promise.all([
      succeed(copy, 'node scripts/run.mjs check --all format lint types texts migrations', 'dead code'),
      succeed(copy, `vitest run src/features/${CHILD} tests/foreign-keys.test.ts tests/source-files.test.ts`),
    ])
    await succeed(copy, `node scripts/run.mjs remove ${CHILD}`)
    expect(sourcesOf(copy)).toEqual(before)
  },
)

/** Everything but the migrations, which are only ever added. */
function sourcesOf(copy: ProjectCopy): Map<string, string> {
  return new Map([...copy.files()].filter(([file]) => !file.startsWith('drizzle/')))
}
