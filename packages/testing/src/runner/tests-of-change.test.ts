import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { reachedTests } from './tests-of-change.ts'

const pots = 'src/features/pots'
const [http, journey] = [`${pots}/tests/pots.test.ts`, `${pots}/e2e/pots.spec.ts`]
const [generalHttp, generalJourney] = [
  'packages/core/test/http/pot-races.test.ts',
  'e2e/pots-by-keyboard.spec.ts',
]
const root = mkdtempSync(path.join(tmpdir(), 'plinth-reached-'))
for (const file of [
  http,
  journey,
  generalHttp,
  generalJourney,
  `${pots}/tests/many-pots.slow.test.ts`,
  'src/features/kilns/e2e/kilns.spec.ts',
  'packages/core/test/http/kilns.test.ts',
]) {
  mkdirSync(path.join(root, path.dirname(file)), { recursive: true })
  writeFileSync(path.join(root, file), '')
}
afterAll(() => rmSync(root, { recursive: true }))

const reached = (...files: string[]) => reachedTests(files, root)

test('server-only code reaches HTTP tests, page-only code reaches journeys, other code reaches both: those in the folder and those of its name', () => {
  const [tests, journeys] = [
    [generalHttp, http],
    [generalJourney, journey],
  ]
  expect(reached(`${pots}/server/fire-pot.server.ts`)).toMatchObject({ http: tests, journeys: [] })
  expect(reached(`${pots}/ui/pot-list.tsx`)).toMatchObject({ http: [], journeys })
  expect(reached(`${pots}/pots.access.ts`)).toMatchObject({ http: tests, journeys })
})

test('a change in features reaches their matrix rows; one outside reaches all rows and possibly other journeys', () => {
  expect(reached(`${pots}/pots.schema.ts`)).toMatchObject({ features: ['pots'], isShared: false })
  expect(reached(`${pots}/pots.matrix.ts`)).toMatchObject({ features: ['pots'] })
  expect(reached('src/features/mugs/mugs.schema.ts')).toMatchObject({ isShared: true })
  expect(reached('packages/core/src/db/database.server.ts')).toMatchObject({
    features: undefined,
    isShared: true,
  })
})

test('a changed test is selected itself', () => {
  expect(reached(journey)).toMatchObject({ http: [], journeys: [journey] })
  expect(reached(generalJourney)).toMatchObject({ http: [], journeys: [generalJourney] })
})
