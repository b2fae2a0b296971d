import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '@plinth/testing/programs/project-copy.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'

type Table = {
  name: string
  /** Whether its rows name their workspace themselves. */
  isOfWorkspace: boolean
  /** The tables that its foreign keys refer to. */
  parents: string[]
}

const { pool } = await openTestDatabase()

async function readTables(): Promise<Table[]> {
  const { rows } = await pool.query<Table>(`
    select c.relname as name,
      exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id')
        as "isOfWorkspace",
      array(select distinct p.relname from pg_constraint k join pg_class p on p.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and p.oid <> c.oid)::text[] as parents
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`)
  return rows
}

/** The table names in the section of workshop/docs/scaling.md with this heading. */
function namesIn(heading: string): string[] {
  const text = readFileSync(path.join(projectRoot, 'workshop/docs/scaling.md'), 'utf8')
  const [, section = ''] = text.split(`### ${heading}\n`)
  return [...(section.split('\n#')[0] ?? '').matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name)
}

test('every table but those of the whole installation says which workspace or user its rows belong to', async () => {
  const tables = await readTables()
  const ofAll = new Set(namesIn('Tables of the whole installation'))
  const roots = new Set(['user', 'organization'])
  expect(ofAll).toContain('audit_log')
  const loose = tables.filter(
    ({ name, isOfWorkspace, parents }) =>
      !isOfWorkspace && !roots.has(name) && !ofAll.has(name) && parents.length === 0,
  )
  expect(loose.map(({ name }) => name)).toEqual([])
})

test('the tables without a workspace in their rows, which sharding would change first, are the documented ones', async () => {
  const tables = await readTables()
  const ofWorkspace = new Set(tables.filter((table) => table.isOfWorkspace).map(({ name }) => name))
  const belowWorkspace = (name: string): boolean =>
    (tables.find((table) => table.name === name)?.parents ?? []).some(
      (parent) => ofWorkspace.has(parent) || belowWorkspace(parent),
    )
  const found = tables.filter(({ name }) => !ofWorkspace.has(name) && belowWorkspace(name))
  const documented = new Set(namesIn('Tables that find their workspace through another'))
  expect(found.map(({ name }) => name).filter((name) => !documented.has(name))).toEqual([])
})
