import { readdirSync } from 'node:fs'
import path from 'node:path'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { expect, test } from 'vitest'
import { PROJECT_MS } from '@plinth/testing/programs/project-copy.ts'
import { readFeatureList } from '@plinth/cli/feature/feature-list.mjs'
import { openDatabase } from '@plinth/core/internal/db/database.server.ts'
import { catalogOf } from '@plinth/testing/catalog.ts'
import { createEmptyDatabase, testLog } from '@plinth/testing/test-database.ts'
import { commit, createProject, releaseStarter, script, succeed, succeedScript } from './made-project.ts'
import type { Repository } from './made-project.ts'

// It installs and checks two projects twice.

/** Every file with the id of its content, and what the migrations make. */
async function productOf(project: Repository) {
  const { db, pool, close } = openDatabase(await createEmptyDatabase(), testLog)
  try {
    await migrate(db, { migrationsFolder: path.join(project.folder, 'drizzle') })
    const files = succeed(project, 'git', 'ls-files', '--stage', '--', '.', ':!drizzle')
    return { files: files.split('\n'), tables: await catalogOf(pool) }
  } finally {
    await close()
  }
}

test(
  'everything added to the least is everything, and everything removed from that is the least',
  async () => {
    const starter = releaseStarter()
    const small = createProject(starter, '--minimal')
    const whole = createProject(starter, '--all')
    const [least, everything] = [await productOf(small), await productOf(whole)]
    const names = readFeatureList(whole.folder).flatMap(({ name, comes }) =>
      comes === 'always' ? [] : [name],
    )

    const listed = succeedScript(small, 'add')
    for (const name of names) expect(listed).toMatch(new RegExp(`^  ${name} +[A-Z]`, 'm'))
    const added = succeedScript(small, 'add', ...names)
    expect(added).toContain(`✓ Added ${names.join(', ')}: `)
    commit(small, 'With everything')
    expect(readdirSync(path.join(small.folder, 'drizzle'))).toEqual([
      ...['0000_start.sql', '0001_add_features.sql', 'meta'],
    ])
    expect(await productOf(small)).toEqual(everything)
    expect(script(small, 'add', ...names).output).toContain('is there already.')

    succeedScript(whole, 'remove', ...names)
    commit(whole, 'Without everything')
    expect(await productOf(whole)).toEqual(least)
  },
  PROJECT_MS,
)
