import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { folderWith } from '@plinth/testing/programs/folder-with.ts'
import { formatFiles } from './edit-project.ts'
import { namesOf } from './feature-names.ts'
import { filesOf, readArguments, readFeature } from './generated-feature.ts'
import { inPageOf, pageWithout, readParent } from './parent.ts'
import { mentionsOf, pagesShowing, roomOf } from './rooms.ts'

const PARENT = 'packing-crates'
const PAGE = `src/routes/dashboard/${PARENT}/$packingCrateId.tsx`
const args = { name: 'stickers', fields: ['words:longtext'], of: PARENT, nouns: {} }

/** A folder with a feature that rows can belong to. */
function project(): string {
  const files = filesOf('.', readFeature({ name: PARENT, fields: ['label:text'], nouns: {} }))
  const rules = { '.oxfmtrc.json': readFileSync('.oxfmtrc.json', 'utf8') }
  const folder = folderWith({ ...Object.fromEntries(files), ...rules })
  formatFiles(folder, [PAGE])
  return folder
}

const stickers = namesOf('stickers').plural

test('what rows belong to is read from its files', () => {
  const folder = project()
  expect(readParent(folder, PARENT)).toEqual({
    name: PARENT,
    noun: 'packing crate',
    id: 'packingCrateId',
    column: 'packing_crate_id',
    table: { name: 'packingCrates', file: `src/features/${PARENT}/server/${PARENT}.table.server.ts` },
    access: { name: 'packingCratesAccess', file: `src/features/${PARENT}/${PARENT}.access.ts` },
    isRestorable: true,
    page: PAGE,
    param: 'packingCrateId',
  })
  expect(() => readParent(folder, 'trunks')).toThrow("Rows can't belong to trunks: there is no such feature.")
})

test('few files and lines, none of them a page', () => {
  const folder = project()
  const files = [...filesOf(folder, readFeature(args))].filter(([file]) => !file.includes('/locales/'))
  expect(files.length).toBe(12)
  expect(files.flatMap(([, text]) => text.trimEnd().split('\n')).length).toBeLessThanOrEqual(390)
  expect(files.filter(([file, text]) => /paper.?clip|@\{|^@|routes\//im.test(`${file}\n${text}`))).toEqual([])
  expect(readArguments(files.find(([file]) => file.endsWith('.schema.ts'))?.[1] ?? '')).toMatchObject(args)
})

test('the page of what they belong to shows the rows of two features, and is as before without them', () => {
  const folder = project()
  const read = () => readFileSync(path.join(folder, PAGE), 'utf8')
  const before = read()
  const write = (edit: (text: string) => string) => {
    writeFileSync(path.join(folder, PAGE), edit(read()))
    formatFiles(folder, [PAGE])
  }
  const places = [stickers, namesOf('price-tags').plural].map((names) =>
    inPageOf(readParent(folder, PARENT), names),
  )
  for (const { add } of places) write(add)
  expect(read()).toContain('<PriceTags packingCrateId={Route.useParams().packingCrateId} />')
  expect(read()).toMatch(/i18n\.load\(\[.*\.\.\.stickersTexts, \.\.\.priceTagsTexts\]\)/)
  expect(pagesShowing(folder, 'stickers')).toEqual([PAGE])
  expect(pagesShowing(folder, PARENT)).toEqual([])
  expect(roomOf(folder, 'stickers').routes).toEqual([])
  expect(mentionsOf(folder, roomOf(folder, 'stickers'))).toEqual([])
  for (const { remove } of places) write(remove)
  expect(read()).toBe(before)
})

test('a page that also uses a feature in another way is its own', () => {
  const text = `import { Tags, tagsTexts } from '#/features/tags/index.ts'
import { Crate } from '#/features/crates/index.ts'

const Page = () => (
  <>
    <Crate id="1" />
    <Tags id="1" />
  </>
)
`
  expect(pageWithout(text.replace(', tagsTexts', ''), 'tags')).not.toContain('Tags')
  expect(pageWithout(`${text}export const all = [tagsTexts]\n`, 'tags')).toBeUndefined()
  expect(pageWithout(text.replace(/.*crates.*\n/, ''), 'tags')).toBeUndefined()
})

test.each([
  ['Markdown, which has no page', { fields: ['words:text', 'story:markdown'] }, 'Take longtext'],
  ['none that is created', { only: 'list' }, 'What belongs to others is created on their page'],
])('%s is refused', (_, more, says) => {
  expect(() => readFeature({ ...args, ...more })).toThrow(says)
})
