import { spawnSync } from 'node:child_process'

/** Takes packages that nothing imports any more out of package.json and package-lock.json. */
export function uninstallUnused(root: string): void {
  const { stdout } = spawnSync(
    process.execPath,
    ['node_modules/knip/bin/knip.js', '--include', 'dependencies', '--reporter', 'json', '--no-progress'],
    { cwd: root, encoding: 'utf8' },
  )
  const { issues } = JSON.parse(stdout) as {
    issues: { file: string; dependencies?: { name: string }[]; devDependencies?: { name: string }[] }[]
  }
  const unused = issues
    .filter(({ file }) => file === 'package.json')
    .flatMap(({ dependencies = [], devDependencies = [] }) => [...dependencies, ...devDependencies])
    .map(({ name }) => name)
  if (unused.length === 0) return
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  // Only the two files: the next command installs what they say.
  spawnSync(
    npm,
    ['uninstall', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', ...unused],
    {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    },
  )
  console.log(`  no longer needed  ${unused.join(', ')}`)
}
