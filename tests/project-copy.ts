import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

export const projectRoot = path.resolve(import.meta.dirname, '..')

// What is built, installed, stored or reported, and what others' tools keep.
const leftOut = new Set(['node_modules', 'dist', '.git', '.data', '.tanstack', 'coverage', 'test-results', 'playwright-report', 'screenshots'])

export type ProjectCopy = {
  folder: string
  write(file: string, text: string): void
  /** Every file of the copy with its text. */
  files(): Map<string, string>
}

/** The sources in a temporary folder, with the installed packages linked in; removed when the test has finished. Call inside a test. */
export function copyProject(): ProjectCopy {
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-copy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(projectRoot, folder, { recursive: true, filter: (source) => !leftOut.has(path.relative(projectRoot, source).split(path.sep)[0] ?? '') })
  symlinkSync(path.join(projectRoot, 'node_modules'), path.join(folder, 'node_modules'))
  return {
    folder,
    write(file, text) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
      writeFileSync(path.join(folder, file), text)
    },
    files: () => new Map(sourceFiles('**/*', folder).map((file) => [file, readFileSync(path.join(folder, file), 'utf8')])),
  }
}

/** Paths of the files that match, in the order of their names, without what is installed or built. */
export function sourceFiles(pattern: string, folder = projectRoot): string[] {
  return globSync(pattern, { cwd: folder, withFileTypes: true, exclude: (entry) => leftOut.has(entry.name) })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted()
}
