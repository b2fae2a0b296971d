import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import pg from 'pg'
import { requireBuild } from '@plinth/testing/runner/require-build.ts'
import { startApp, type RunningApp } from '@plinth/testing/programs/running-app.ts'
import { createEmptyDatabase } from '@plinth/testing/test-database.ts'
import { startDatabaseProxy } from '@plinth/testing/http/database-proxy.ts'
import { urlOf } from '@plinth/testing/http/open-app.ts'

beforeAll(requireBuild)

async function emptyDatabase(): Promise<string> {
  const proxy = await startDatabaseProxy(urlOf(await createEmptyDatabase()))
  onTestFinished(() => proxy.close())
  return proxy.url
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-folder-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function start(dataDir: string, databaseUrl?: string): Promise<RunningApp> {
  const app = await startApp({ dataDir, env: databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl } })
  onTestFinished(() => app.kill())
  return app
}

const markerOf = (dataDir: string) => path.join(dataDir, 'files', 'installation-id')
const idIn = (dataDir: string) => readFileSync(markerOf(dataDir), 'utf8').trim()

test('an instance with another DATA_DIR than the others is rejected, with both folders and the fix', async () => {
  const database = await emptyDatabase()
  const [shared, own] = [newFolder(), newFolder()]
  await start(shared, database)
  await start(shared, database)
  const refused = await start(own, database).then(
    () => 'started',
    (error: unknown) => String(error),
  )
  expect(refused).toContain(`✗ DATA_DIR ${own} is not the folder of the database ${new URL(database).host}`)
  expect(refused).not.toContain('\n    at ')
  const way = /echo (\S+) > (\S+)/.exec(refused)
  expect([way?.[1], way?.[2]]).toEqual([idIn(shared), markerOf(own)])
  mkdirSync(path.join(own, 'files'), { recursive: true })
  writeFileSync(markerOf(own), `${way?.[1]}\n`)
  await start(own, database)
})

test('the folder of another installation is rejected', async () => {
  const [first, second] = [await emptyDatabase(), await emptyDatabase()]
  const [folder, other] = [newFolder(), newFolder()]
  await (await start(folder, first)).stop()
  await (await start(other, second)).stop()
  await expect(start(folder, second)).rejects.toThrow(/holds the files of another installation/)
})

test('of instances starting together without a shared folder, exactly one comes up', async () => {
  const database = await emptyDatabase()
  const begun = await Promise.allSettled([0, 1, 2].map(() => start(newFolder(), database)))
  expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('an installation from before ids existed, and a recreated database, keep their folder', async () => {
  const database = await emptyDatabase()
  const folder = newFolder()
  await (await start(folder, database)).stop()
  const before = idIn(folder)
  const client = new pg.Client(database)
  await client.connect()
  await client.query('delete from installation')
  await (await start(folder, database)).stop()
  expect(idIn(folder)).toBe(before)
  await client.query('delete from installation')
  rmSync(markerOf(folder))
  await (await start(folder, database)).stop()
  expect((await client.query('select id from installation')).rows).toEqual([{ id: idIn(folder) }])
  await client.end()
})

test('the embedded database, which is stored in the folder, also starts without its files', async () => {
  const folder = newFolder()
  await (await start(folder)).stop()
  const id = idIn(folder)
  rmSync(path.join(folder, 'files'), { recursive: true })
  await (await start(folder)).stop()
  expect(idIn(folder)).toBe(id)
})
