import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { linkPackages } from '@plinth/cli/link-packages.ts'
import { atEnd } from '../runner/at-end.ts'

export const projectRoot = process.cwd()

/** Ends a test that hangs, of those that run commands in a project for minutes. */
export const PROJECT_MS = 2_400_000

// Build output, packages, stored data, reports, and folders of other tools.
const leftOut = new Set([
  'node_modules',
  'dist',
  '.git',
  '.data',
  '.tanstack',
  '.cache',
  'coverage',
  'test-results',
  'playwright-report',
  'screenshots',
])

export type ProjectCopy = {
  folder: string
  write(file: string, text: string): void
  /** Every file of the copy with its content. */
  files(): Map<string, string>
}

type WhenDone = (remove: () => void) => void

/**
 * The sources in a temporary folder with the installed packages linked in; removed when the test has
 * finished.
 */
export function copyProject(whenDone: WhenDone = onTestFinished): ProjectCopy {
  const copy = copySources(whenDone)
  linkPackages(projectRoot, copy.folder)
  return copy
}

/**
 * The same with its own copy of the packages, for the development server, which resolves their real paths.
 * Removed when the test file ends.
 */
export function copyInstalledProject(): ProjectCopy {
  const copy = copySources(whenFileEnds)
  const modules = path.join(copy.folder, 'node_modules')
  // Hard links if the file system supports them: a second instead of a gigabyte.
  if (spawnSync('cp', ['-al', path.join(projectRoot, 'node_modules'), modules]).status !== 0) {
    rmSync(modules, { recursive: true, force: true })
    cpSync(path.join(projectRoot, 'node_modules'), modules, { recursive: true, verbatimSymlinks: true })
  }
  // Vite's cache for the other folder.
  rmSync(path.join(modules, '.vite'), { recursive: true, force: true })
  return copy
}

/** For `beforeAll`. */
export const whenFileEnds: WhenDone = (remove) => atEnd(async () => remove())

function copySources(whenDone: WhenDone): ProjectCopy {
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-copy-'))
  whenDone(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(projectRoot, folder, {
    recursive: true,
    filter: (source) => !leftOut.has(path.relative(projectRoot, source).split(path.sep)[0] ?? ''),
  })
  return {
    folder,
    write(file, text) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
      writeFileSync(path.join(folder, file), text)
    },
    files: () =>
      new Map(
        sourceFiles('**/*', folder).map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]),
      ),
  }
}

/** Paths of the matching files, sorted by name, without build output and installed packages. */
export function sourceFiles(pattern: string, folder = projectRoot): string[] {
  return globSync(pattern, { cwd: folder, withFileTypes: true, exclude: (entry) => leftOut.has(entry.name) })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted()
}
