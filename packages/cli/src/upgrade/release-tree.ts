import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { npmCommand } from '../npm-command.mjs'
import { PACKED, templateBeside } from '../feature/leave-packages.mjs'
import { readBase } from '../feature/starter-base.ts'
import { git } from './git.ts'

/**
 * Unpacks a release into a folder of its own inside a temporary one, which `removeRelease` removes. `source`
 * is a tarball, a folder, a tag or commit of this repository, or a version of create-plinth, which contains
 * the release. Throws an Error that says what is wrong with it.
 */
export function unpackRelease(source: string): string {
  const scratch = mkdtempSync(path.join(tmpdir(), 'plinth-release-'))
  try {
    if (isOfRegistry(source)) download(source, scratch)
    else if (!existsSync(source)) archive(process.cwd(), source, scratch)
    else if (statSync(source).isFile()) unpack(source, scratch)
    else if (existsSync(path.join(source, '.git'))) archive(source, 'HEAD', scratch)
    else cpSync(source, path.join(scratch, 'release'), { recursive: true, filter: isSource })
    // npm and the hosts of repositories pack everything into one folder.
    const folder = withTemplate(path.join(scratch, readdirSync(scratch)[0] ?? ''))
    if (!existsSync(path.join(folder, 'src/app.ts')))
      throw new Error(`${source} is not a release of the starter.`)
    return folder
  } catch (error) {
    rmSync(scratch, { recursive: true, force: true })
    throw error
  }
}

/** The same for all that a commit of this repository has, the workshop too. */
export function unpackCommit(commit: string): string {
  const scratch = mkdtempSync(path.join(tmpdir(), 'plinth-release-'))
  const env = { GIT_INDEX_FILE: path.join(scratch, 'index') }
  git(['read-tree', commit], { env })
  git(['checkout-index', '--all', `--prefix=${path.join(scratch, 'release')}/`], { env })
  return path.join(scratch, 'release')
}

/** create-plinth has the release in a tarball, and its packages beside it. */
function withTemplate(folder: string): string {
  const template = path.join(folder, 'template.tgz')
  if (!existsSync(template)) return folder
  unpack(template, path.dirname(folder))
  return path.join(path.dirname(folder), 'template')
}

function download(version: string, scratch: string): void {
  const [npm, ...first] = npmCommand()
  const args = ['pack', `create-plinth@${version}`, '--silent', '--pack-destination', scratch]
  const { status, stdout, stderr } = spawnSync(npm, [...first, ...args], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm has no create-plinth ${version}: ${stderr.trim()}`)
  const tarball = path.join(scratch, stdout.trim())
  unpack(tarball, scratch)
  rmSync(tarball)
}

const isOfRegistry = (source: string): boolean => !existsSync(source) && /^\d+\.\d+\.\d+$/.test(source)

/** Where a release comes from, in words. */
export function placeOf(source: string): string {
  if (existsSync(source)) return path.resolve(source)
  if (!isOfRegistry(source)) return `${source} of this repository`
  const [npm, ...first] = npmCommand()
  const { stdout } = spawnSync(npm, [...first, 'config', 'get', 'registry'], { encoding: 'utf8' })
  return `create-plinth on ${stdout.trim()}`
}

/** The newest version of create-plinth on npm. Throws an Error if npm knows none. */
export function newestRelease(): string {
  const [npm, ...first] = npmCommand()
  const { status, stdout } = spawnSync(npm, [...first, 'view', 'create-plinth', 'version'], {
    encoding: 'utf8',
  })
  if (status === 0) return stdout.trim()
  throw new Error(
    'npm did not say which release is the newest. Name one: npm run upgrade -- RELEASE, a version, a tarball, a folder or a tag.',
  )
}

/**
 * The folder with the packed packages of an unpacked release: those of create-plinth, or packed by the
 * repository that `source` is.
 */
export function packedOf(release: string, source: string): string {
  const scratch = path.dirname(release)
  const [carried] = globSync(`*/packed/${PACKED}`, { cwd: scratch })
  if (carried !== undefined) return path.join(scratch, path.dirname(carried))
  const packer = 'workshop/publish/pack.ts'
  if (!existsSync(path.join(source, packer)))
    throw new Error(
      `${source} has no packed packages. Give create-plinth of the release: its version, or the tarball.`,
    )
  const to = path.join(scratch, 'packed')
  const { status, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', packer, to], {
    cwd: source,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The packages of ${source} can't be packed: ${stderr.trim()}`)
  git(['archive', '--prefix=template/', '--output', path.resolve(templateBeside(to)), 'HEAD'], {
    cwd: source,
  })
  return to
}

export function removeRelease(folder: string): void {
  rmSync(path.dirname(folder), { recursive: true, force: true })
}

const isSource = (file: string) => !/[/\\](node_modules|dist|\.data|\.cache)$/.test(file)

function archive(repository: string, commit: string, scratch: string): void {
  const args = ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`]
  if (spawnSync('git', args, { cwd: repository }).status !== 0)
    throw new Error(`${commit} is no file, no folder and no tag of this repository.`)
  const tarball = path.join(scratch, 'release.tar')
  git(['archive', '--prefix=release/', '--output', tarball, commit], { cwd: repository })
  unpack(tarball, scratch)
  rmSync(tarball)
}

function unpack(tarball: string, folder: string): void {
  const args = ['-xf', path.resolve(tarball), '-C', folder]
  const { status, stderr, error } = spawnSync('tar', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${tarball} can't be unpacked: ${error?.message ?? stderr.trim()}`)
}

/** The release that a folder contains. */
export const versionOf = (folder: string): string => {
  const { version } = readBase(folder)
  if (version === undefined) throw new Error(`${folder} does not say which release it is.`)
  return version
}

/**
 * Writes the folder into git as a commit that has no branch, and returns its id: that of the parent if
 * nothing differs. The message records what it is, so that the next upgrade finds it.
 */
export function commitTree(
  folder: string,
  { version, parent }: { version: string; parent?: string | undefined },
): string {
  const scratch = mkdtempSync(path.join(tmpdir(), 'plinth-index-'))
  const env = {
    GIT_DIR: git(['rev-parse', '--absolute-git-dir']),
    GIT_WORK_TREE: folder,
    GIT_INDEX_FILE: path.join(scratch, 'index'),
  }
  try {
    git(['add', '--all', '--force', '.'], { cwd: folder, env })
    const tree = git(['write-tree'], { cwd: folder, env })
    if (parent === undefined) return git(['commit-tree', tree, '-m', messageOf(version, tree)])
    if (tree === git(['rev-parse', `${parent}^{tree}`])) return parent
    return git(['commit-tree', tree, '-p', parent, '-m', messageOf(version, tree)])
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

/**
 * The message of a commit whose tree is the starter, as this project has it, without the project's own work.
 */
const messageOf = (version: string, tree: string): string =>
  `The starter, release ${version}\n\nStarter-Base: ${version} ${tree}`

/** Returns the commit that records this release; undefined if there is none, as after a squash. */
export function recordedBase(version: string): string | undefined {
  const format = '--format=%H %T %(trailers:key=Starter-Base,valueonly,separator=%x20)'
  const lines = git(['log', `--grep=^Starter-Base: ${version.replaceAll('.', '[.]')} `, format]).split('\n')
  for (const line of lines) {
    const [commit, tree, , recorded] = line.split(' ')
    if (tree !== undefined && tree === recorded) return commit
  }
  return undefined
}
