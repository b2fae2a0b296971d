import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { drawIconsNow } from './draw-icons.ts'
import { formatFiles, isTracked } from './edit-project.ts'
import { readBase, writeBase } from './starter-base.ts'
import { productName, renameText, type ProductName } from './rename-text.mjs'
import { nameOfProject } from './word-of-code.mjs'

// Who wrote it first, what changed under the former name, and what packages are called.
const kept = new Set(['licenses/starter.txt', 'CHANGELOG.md', 'package-lock.json'])

/** Renames the project in `root`, draws its icons, records it, and returns the files that changed. */
export function renameProject(root: string, to: ProductName): string[] {
  const from = productName(nameOfProject(root))
  const changed = textFiles(root).flatMap((file) => {
    const before = readFileSync(path.join(root, file), 'utf8')
    const after = renameText(before, from, to)
    return after === before ? [] : [{ file, after }]
  })
  for (const { file, after } of changed) writeFileSync(path.join(root, file), after)
  renameInLockfile(path.join(root, 'package-lock.json'), from, to)
  writeBase(root, { ...readBase(root), name: to.name })
  drawIconsNow(root)
  const files = changed.map(({ file }) => file)
  formatFiles(
    root,
    files.filter((file) => /\.(tsx?|mjs|json|md|css|ya?ml)$/.test(file) && file !== 'package-lock.json'),
  )
  return files
}

/** What else a lockfile says is about packages, which keep their names. */
function renameInLockfile(file: string, from: ProductName, to: ProductName): void {
  if (!existsSync(file)) return
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replaceAll(`"name": "${from.kebab}"`, `"name": "${to.kebab}"`))
}

/** The files of the project that are text, and may be renamed. */
export function textFiles(root: string): string[] {
  return projectFiles(root)
    .filter((file) => existsSync(path.join(root, file)) && !kept.has(file) && !file.startsWith('packages/'))
    .filter((file) => !readFileSync(path.join(root, file)).subarray(0, 8_000).includes(0))
}

const generated = new Set(['node_modules', 'dist', '.data', '.cache', '.git'])
const isGenerated = ({ name }: { name: string }) => generated.has(name)

/**
 * The files that git knows or would add; all of them in a folder without git, such as an unpacked release.
 */
function projectFiles(root: string): string[] {
  if (!existsSync(path.join(root, '.git')) && !isTracked(root))
    return globSync(['**/*', '.*', '.*/**/*'], { cwd: root, withFileTypes: true, exclude: isGenerated })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
  const args = ['ls-files', '--cached', '--others', '--exclude-standard']
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return stdout.split('\n').filter((file) => file !== '')
}
