import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Actor, type SignedInActor, anonymous } from '@plinth/core/access'
import { prepareJobs } from '@plinth/core/internal/jobs/prepare-jobs.server.ts'
import { createDiskStorage } from '@plinth/core/internal/storage/storage.server.ts'
import { textFile } from '../tests/document-files.ts'
import { actorOf, countAttempts, createTeam, createUser } from '@plinth/testing/factories.ts'
import { failureOf, outcomesOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase, testLog } from '@plinth/testing/test-database.ts'
import { deleteDocument } from './delete-document.server.ts'
import { searchDocumentsInput } from '../documents.schema.ts'
import { indexDocumentJob } from './index-document.server.ts'
import { readDocument } from './read-document.server.ts'
import { searchDocuments, SEARCHES_PER_MINUTE } from './search-documents.server.ts'
import { uploadDocument } from './upload-document.server.ts'

const { db, pool } = await openTestDatabase()
const folder = await mkdtemp(path.join(tmpdir(), 'plinth-search-'))
const storage = createDiskStorage(folder)
const job = indexDocumentJob({ storage, embedding: undefined })

/** A team with the documents below, which no test changes. */
let library: Awaited<ReturnType<typeof createTeam>>
beforeAll(async () => {
  await prepareJobs({ pool, jobs: [job] })
  library = await createTeam(db)
  for (const [name, text] of Object.entries(texts)) await add(library.member, name, text)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const contextOf = (actor: Actor) => makeContext(db, actor, { storage })
const search = (actor: Actor, query: string) =>
  searchDocuments(contextOf(actor), searchDocumentsInput.parse({ query }))

async function add(actor: Actor, name: string, text: string): Promise<string> {
  const { id } = await uploadDocument(contextOf(actor), { file: new File([textFile(text)], name) })
  await job.handler(
    { db, log: testLog, signal: new AbortController().signal, attempt: 1 },
    { documentId: id, revision: 1 },
  )
  return id
}

const texts = {
  'leave.md':
    '# Leave\n\nEvery employee has 28 days of paid leave a year.\n\n## Carrying over\n\nUp to five days may be carried over until the end of March.',
  'hafen.md':
    '# Hafen\n\nDer Containerhafen wurde 1902 gebaut. Seine Kräne heben vierzig Tonnen.\n\n## Öffnungszeiten\n\nDas Hafenmuseum öffnet dienstags um zehn Uhr.',
  'gatos.txt': 'Los gatos duermen dieciséis horas al día. Beben poca agua.',
  'ferias.txt':
    'Os funcionários recebem o décimo terceiro salário em dezembro. As férias são de trinta dias.',
}

test.each([
  ['Wann wurde der Contianerhafen gebaut?', 'hafen.md', '1902'],
  ['How many dyas of paid leave does an employee have?', 'leave.md', '28 days'],
  ['¿Cuántas horas durmen los gatos al día?', 'gatos.txt', 'dieciséis'],
  ['Quando os funcionários recebem o salráio?', 'ferias.txt', 'dezembro'],
])('%s is found in %s despite one misspelled word', async (query, name, text) => {
  const { items, confidence } = await search(library.member, query)
  expect(items[0]).toMatchObject({ name })
  expect(items[0]?.text).toContain(text)
  expect(confidence).not.toBe('none')
})

test('a question about a topic in no document has confidence none', async () => {
  const { member } = library
  for (const query of ['Who won the chess tournament?', 'Wie hoch ist der Kilimandscharo?', 'xyzzy plugh']) {
    expect((await search(member, query)).confidence).toBe('none')
  }
})

test.each([
  ['How many days of paid leave does an employee have?', 'leave.md', '28 days'],
  ['Until when can days be carried over?', 'leave.md', 'March'],
  ['Wann wurde der Containerhafen gebaut?', 'hafen.md', '1902'],
  ['Wie viele Tonnen hebt ein Kran?', 'hafen.md', 'vierzig'],
  ['¿Cuántas horas duerme un gato al día?', 'gatos.txt', 'dieciséis'],
  ['Quando os funcionários recebem o décimo terceiro?', 'ferias.txt', 'dezembro'],
])('%s is answered from %s', async (query, name, text) => {
  const { member } = library
  const { items, confidence } = await search(member, query)
  expect(items[0]).toMatchObject({ name, page: 1 })
  expect(items[0]?.text).toContain(text)
  expect(confidence).not.toBe('none')
})

test('the confidence is answer for a fully covered question, none for one the documents do not cover', async () => {
  const { member } = library
  expect((await search(member, 'How many days of paid leave does an employee have?')).confidence).toBe(
    'answer',
  )
  expect(await search(member, 'Which quarterback threw touchdowns during the Super Bowl?')).toMatchObject({
    confidence: 'none',
  })
  expect(await search(member, '???')).toEqual({ items: [], confidence: 'none' })
})

const leave = {
  'urlaub.md':
    '# Urlaubsregelung der Werkstatt\n\nAlle Beschäftigten erhalten 31 Urlaubstage im Jahr. Resturlaub verfällt am 30. April des Folgejahres.\n\n## Antrag\n\nDer Antrag wird spätestens sechs Wochen vorher bei Frau Dr. Özdemir eingereicht.',
  'leave.md':
    '# Leave policy\n\nAll employees receive 31 vacation days a year.\n\n## Request\n\nThe request is handed to Dr. Stone six weeks before.',
  'vacaciones.md':
    '# Política de vacaciones\n\nTodos los empleados disfrutan de 31 días de vacaciones al año.\n\n## Solicitud\n\nLa solicitud se entrega a la doctora Gómez seis semanas antes.',
  'ferias.md':
    '# Regras de férias\n\nTodos os funcionários têm direito a 31 dias de férias por ano.\n\n## Pedido\n\nO pedido deve ser entregue à doutora Souza seis semanas antes.',
}

describe('words that say nothing of the subject of a question do not count against a passage, alone or among others', () => {
  test.each([
    ['Wie viele Urlaubstage bekomme ich?', 'urlaub.md', '31 Urlaubstage'],
    ['Kannst du mir sagen, wie viele Urlaubstage wir kriegen?', 'urlaub.md', '31 Urlaubstage'],
    ['Wie viel Urlaub habe ich?', 'urlaub.md', '31 Urlaubstage'],
    ['Bei wem reiche ich den Urlaubsantrag ein?', 'urlaub.md', 'Özdemir'],
    ['Can you tell me how many vacation days I get?', 'leave.md', '31 vacation days'],
    ['¿Cuántos días de vacaciones me corresponden?', 'vacaciones.md', '31 días'],
    ['Quantos dias de férias eu ganho?', 'ferias.md', '31 dias'],
  ] as const)('%s', async (query, name, text) => {
    const { member: alone } = await createTeam(db)
    await add(alone, name, leave[name])
    const { member: among } = await createTeam(db)
    for (const [one, content] of Object.entries(leave)) await add(among, one, content)
    for (const member of [alone, among]) {
      const { items, confidence } = await search(member, query)
      expect(items[0]).toMatchObject({ name, text: expect.stringContaining(text) as unknown })
      expect(confidence).toBe('answer')
    }
  })

  test('and a question about something else still has confidence none', async () => {
    const { member } = await createTeam(db)
    for (const [name, content] of Object.entries(leave)) await add(member, name, content)
    for (const query of [
      'Wie viele Krankheitstage bekomme ich?',
      'Wie bekomme ich einen Parkplatz?',
      'Kannst du mir sagen, wer mein Chef ist?',
      'Can you tell me when I get my salary?',
      '¿Cuándo recibo mi sueldo?',
      'Quando eu recebo meu salário?',
    ])
      expect((await search(member, query)).confidence, query).toBe('none')
  })
})

test('each passage matches its offsets in the document, and scores are descending', async () => {
  const { member } = library
  const { items } = await search(
    member,
    'How many days may be carried over, and when does the Hafenmuseum open?',
  )
  expect(items.length).toBeGreaterThan(1)
  expect(items.map(({ score }) => score)).toEqual(items.map(({ score }) => score).toSorted((a, b) => b - a))
  for (const { documentId, page, start, end, text, score } of items) {
    const read = await readDocument(contextOf(member), { id: documentId, page, around: start })
    expect(read.text.slice(start - read.start, end - read.start)).toBe(text)
    expect(score).toBeGreaterThan(0)
    expect(score).toBeLessThanOrEqual(1)
  }
})

test('a search covers only existing documents of the active workspace', async () => {
  const { member } = await createTeam(db)
  const { member: foreign } = await createTeam(db)
  const question = 'When was the lighthouse built?'
  const id = await add(member, 'a.txt', 'The lighthouse was built in 1850.')
  await add(
    { ...member, workspace: { organizationId: null, role: 'owner' } },
    'b.txt',
    'The lighthouse of my own was built in 1990.',
  )
  expect((await search(member, question)).items.map(({ documentId }) => documentId)).toEqual([id])
  expect(await search(foreign, question)).toEqual({ items: [], confidence: 'none' })
  expect(await failureOf(search(anonymous, question))).toMatchObject({ kind: 'unauthenticated' })
  await deleteDocument(contextOf(member), { id })
  expect(await search(member, question)).toEqual({ items: [], confidence: 'none' })
})

test('special characters in a question are treated as text', async () => {
  const { member } = await createTeam(db)
  await add(
    member,
    'a.txt',
    "O'Brien's path is C:\\ships & <b>boats</b> | 'quoted'. The boats' owner is O'Brien.",
  )
  for (const query of [
    "O'Brien's",
    'C:\\ships',
    "a' | 'b",
    ':*',
    '!boats',
    "'",
    '\\',
    'boats & !path',
    '50%_',
    '(',
    '$1 $2',
    'ŉ ',
    'ʼ',
  ])
    expect((await search(member, query)).items.length, query).toBeLessThanOrEqual(1)
  const user = () => ({ ...member, userId: `someone-${Math.random()}` })
  await fc.assert(
    fc.asyncProperty(fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }), async (query) => {
      fc.pre(query.trim() !== '' && !query.includes('\0') && query.isWellFormed())
      await search(user(), query)
    }),
    { numRuns: 40 },
  )
  expect(searchDocumentsInput.safeParse({ query: 'x'.repeat(1001) }).success).toBe(false)
})

test.each([
  ['0815', 'a.txt'],
  ['inv20240815', 'a.txt'],
  ['INV-2024', 'a.txt'],
  ['oconnor', 'a.txt'],
  ['berichte', 'a.txt'],
  ['zurich', 'b.txt'],
  ['Zürich'.normalize('NFD'), 'b.txt'],
  ['publicacao', 'c.txt'],
  ['publicações', 'c.txt'],
  ['gradina', 'd.txt'],
  ['Bestel ŉ skottel', 'e.txt'],
])('%s is found in %s, whatever the accents, the signs and the form of Unicode', async (query, name) => {
  signs ??= addSigns()
  const { items } = await search(await signs, query)
  expect(items.map((item) => item.name)).toEqual([name])
})

let signs: Promise<SignedInActor> | undefined
async function addSigns(): Promise<SignedInActor> {
  const { member } = await createTeam(db)
  const files = [
    'The invoice INV-2024-0815 of O’Connor lies in C:\\data\\berichte\\2024, sent by TCP/IP.',
    'The office in Zürich opens at nine in the morning.',
    'A publicação dos resultados foi adiada para o próximo mês pela diretoria.',
    'Grădină este o pagină despre flori și copaci.',
    'Die kliënt bestel ŉ skottel van klei by ʼn pottebakker.',
  ]
  for (const [at, text] of files.entries()) await add(member, `${'abcde'.charAt(at)}.txt`, text)
  return member
}

test('a user may search 120 times a minute, also in parallel', async () => {
  const ada = actorOf(await createUser(db))
  await countAttempts(db, `documents.search:${ada.userId}`, SEARCHES_PER_MINUTE - 5)
  const calls = Array.from({ length: 10 }, () => search(ada, 'Anything?'))
  expect(await outcomesOf(calls)).toEqual({ ok: 5, limit: 5 })
})
