// npm run release -- 0.2.0: gives what CHANGELOG.md says under "Unreleased" this number, in one commit with a
// tag whose notes it is. Pushes nothing.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { countGaps } from '@plinth/cli/check-texts.ts'
import { fail, orFail, refuseUncommitted } from '@plinth/cli/feature/edit-project.ts'
import { readBase, writeBase } from '@plinth/cli/feature/starter-base.ts'
import { JOURNAL, tagsIn } from '@plinth/cli/upgrade/carry-migrations.ts'
import { isNewer } from '@plinth/cli/upgrade/changelog.ts'
import { git } from '@plinth/cli/upgrade/git.ts'

type Manifest = Partial<Record<'dependencies' | 'devDependencies', Record<string, string>>> & {
  version?: string
  packages?: Record<string, Manifest>
}

const root = process.cwd()
const [version = '', ...tooMany] = process.argv.slice(2)
if (!/^\d+\.\d+\.\d+$/.test(version) || tooMany.length > 0) fail('npm run release -- 0.2.0')
refuseUncommitted(root)
const base = readBase(root)
if (base.name !== undefined) fail(`Releases are of the starter, and this is ${base.name}.`)
const tag = `v${version}`
if (orFail(() => git(['tag', '--list', tag])) !== '') fail(`There is a tag ${tag} already.`)
// The first release has the number that the project began with.
if (base.version !== undefined && version !== base.version && !isNewer(version, base.version))
  fail(`${version} does not come after ${base.version}, the newest release.`)
const changelog = readFileSync('CHANGELOG.md', 'utf8')
const notes = (/^## Unreleased\n([^]*?)(?=^## |(?![^]))/m.exec(changelog)?.[1] ?? '').trim()
if (notes === '') fail('CHANGELOG.md says nothing under "Unreleased".')
const [gap] = countGaps(root)
if (gap !== undefined) fail(`${gap}.`)

try {
  const heading = `## ${version}, ${new Date().toISOString().slice(0, 10)}`
  writeFileSync('CHANGELOG.md', changelog.replace(/^## Unreleased\n/m, `## Unreleased\n\n${heading}\n`))
  writeBase(root, { ...base, version, migration: tagsIn(readFileSync(JOURNAL, 'utf8')).at(-1) })
  for (const file of ['package.json', 'package-lock.json', ...globSync('packages/*/package.json')])
    setVersions(file)
  git(['add', '--all'])
  git(['commit', '--quiet', '--message', `Release ${version}`])
  git(['tag', '--annotate', tag, '--message', `Release ${version}`, '--message', notes])
} catch (error) {
  git(['restore', '--staged', '--worktree', '.'])
  fail(error instanceof Error ? error.message : String(error))
}
console.log(`✓ Release ${version} is committed and tagged. To publish it: git push --follow-tags`)

/** The starter and its packages have one version, and need each other's. */
function setVersions(file: string): void {
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  const { packages = {} } = manifest
  const workspaces = Object.keys(packages).filter((place) => !place.includes('node_modules/'))
  for (const one of [manifest, ...workspaces.map((place) => packages[place] ?? {})]) {
    one.version = version
    for (const needed of [one.dependencies, one.devDependencies])
      for (const name of Object.keys(needed ?? {}))
        if (needed && name.startsWith('@plinth/')) needed[name] = version
  }
  writeFileSync(file, `${JSON.stringify(manifest, undefined, 2)}\n`)
}
