import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

type FileEdit = { file: string; edit(text: string): string }

/**
 * Edits files of the project, all or none: throws an Error that names the file whose edit did not fit.
 * Answers which have changed.
 */
export function editFiles(root: string, edits: readonly FileEdit[]): string[] {
  const texts = edits.map(({ file, edit }) => {
    const before = readFileSync(path.join(root, file), 'utf8')
    try {
      return { file, before, after: edit(before) }
    } catch (error) {
      throw new Error(
        `${file} has another shape than expected: ${error instanceof Error ? error.message : String(error)}. Nothing was changed.`,
      )
    }
  })
  const changed = texts.filter(({ before, after }) => before !== after)
  for (const { file, after } of changed) writeFileSync(path.join(root, file), after)
  return changed.map(({ file }) => file)
}

/** Lays out the given files as `npm run format` does. */
export function formatFiles(root: string, files: readonly string[]): void {
  const present = files.filter((file) => existsSync(path.join(root, file)))
  if (present.length === 0) return
  const { status, stderr } = spawnSync(process.execPath, ['node_modules/oxfmt/bin/oxfmt', ...present], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`oxfmt failed: ${stderr}`)
}

/** Writes src/routeTree.gen.ts anew from the route files. */
export async function generateRouteTree(root: string): Promise<void> {
  const { resolveConfig } = await import('vite')
  // The router's plugin does it as soon as it is configured.
  await resolveConfig({ root, logLevel: 'error' }, 'build')
}

/** Ends the process with what to do. */
export function fail(message: string): never {
  console.error(`\n✗ ${message}\n`)
  process.exit(1)
}
