import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { npmCommand } from '../npm-command.mjs'

/**
 * Takes packages that nothing in the project imports any more out of package.json and package-lock.json. They
 * stay in node_modules until the next command installs what the files say. If npm fails, says what is left.
 */
export function uninstallUnused(root: string): void {
  const unused = unusedPackages(root)
  if (unused.length === 0) return
  const flags = ['--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund']
  const [npm, ...first] = npmCommand()
  const { status, error } = spawnSync(npm, [...first, 'uninstall', ...flags, ...unused], {
    cwd: root,
    stdio: 'inherit',
  })
  const names = unused.join(' ')
  if (status === 0) console.log(`  no longer needed  ${names}`)
  else
    console.error(
      `✗ npm failed${error ? ` (${error.message})` : ''}, so package.json still has what is no longer needed. Run: npm uninstall ${names}`,
    )
}

/** The same for package.json alone, of a project that has no lockfile of its own yet. */
export function dropUnused(root: string): void {
  const file = path.join(root, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<string, Record<string, string>>>
  for (const name of unusedPackages(root))
    for (const group of ['dependencies', 'devDependencies']) delete manifest[group]?.[name]
  writeFileSync(file, `${JSON.stringify(manifest, undefined, 2)}\n`)
}

type Issues = { file: string; dependencies?: { name: string }[]; devDependencies?: { name: string }[] }[]

function unusedPackages(root: string): string[] {
  const knip = path.resolve('node_modules/knip/bin/knip.js')
  const flags = ['--include', 'dependencies', '--reporter', 'json', '--no-progress']
  const { stdout, stderr } = spawnSync(process.execPath, [knip, ...flags], { cwd: root, encoding: 'utf8' })
  if (stdout === '') throw new Error(`knip failed: ${stderr.trim()}`)
  return (JSON.parse(stdout) as { issues: Issues }).issues
    .filter(({ file }) => file === 'package.json')
    .flatMap(({ dependencies = [], devDependencies = [] }) => [...dependencies, ...devDependencies])
    .map(({ name }) => name)
}
