import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

type MigrationCommands = {
  check: readonly string[]
  generate: readonly string[]
  /** To call after `generate`. */
  findings(): string
  cleanUp(): void
}

/** Whether the migrations make the tables that the code describes: in a copy of them, drizzle-kit must find nothing left to generate. */
export function migrationCommands(root: string): MigrationCommands {
  const scratch = mkdtempSync(path.join(tmpdir(), 'plinth-migrations-'))
  const copy = path.join(scratch, 'drizzle')
  cpSync(path.join(root, 'drizzle'), copy, { recursive: true })
  // drizzle-kit takes every path for one below the present folder.
  const options = ['--dialect', 'postgresql', '--out', path.relative(root, copy)]
  return {
    check: ['drizzle-kit', 'check', ...options],
    generate: ['drizzle-kit', 'generate', ...options, '--schema', './src/**/*.table.server.ts'],
    findings() {
      const committed = new Set(readdirSync(path.join(root, 'drizzle')))
      const missing = readdirSync(copy).filter((file) => !committed.has(file))
      return missing.length === 0 ? '' : 'A table has changed and has no migration yet: npm run db:generate'
    },
    cleanUp: () => rmSync(scratch, { recursive: true, force: true }),
  }
}
