import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { copyProject, whenFileEnds } from '@plinth/testing/programs/project-copy.ts'

/** Packs the starter with commands that do nothing. Returns the folder of the creator. */
function packStarter(): string {
  const starter = copyProject(whenFileEnds)
  starter.write('scripts/run.mjs', '')
  starter.write('packages/create-plinth/packed/packed.json', '[]')
  const creator = path.join(starter.folder, 'packages/create-plinth')
  // As `npm pack` does, from a commit.
  const packed = spawnSync(
    'sh',
    [
      '-c',
      'git init --quiet && git add package.json .plinth scripts packages/cli src/brand.ts src/languages.ts src/features && git -c user.name=Nora -c user.email=nora@example.com commit --quiet -m Starter && cd packages/create-plinth && npm run --silent --ignore-scripts=false prepack',
    ],
    { cwd: starter.folder, encoding: 'utf8' },
  )
  expect(packed.status, packed.stderr).toBe(0)
  return creator
}

let creator = ''
beforeAll(() => {
  creator = packStarter()
})

/** An empty folder, where `run` runs the creator. */
function openFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-fork-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const run = (args: readonly string[], env = {}) =>
    spawnSync(process.execPath, [path.join(creator, 'index.mjs'), ...args], {
      cwd: folder,
      env: { ...process.env, ...env },
      encoding: 'utf8',
    })
  return { folder, run }
}

test('wrong input is rejected in one line, and nothing is written', () => {
  const { folder, run } = openFolder()
  writeFileSync(path.join(folder, 'notes.txt'), 'Notes')
  for (const [args, says] of [
    ['desk --languages en,xx --yes', 'xx is no language of the starter: en'],
    ['notes.txt --yes', 'notes.txt is a file.'],
    ['notes.txt/desk --yes', 'The folder could not be made: '],
    ['2024-app --yes', 'Without --name "Acme Desk" it is called after its folder.'],
    ['desk --name Яндекс --yes', 'A name needs a Latin letter'],
    ['desk --name 日本 --yes', 'A name needs a Latin letter'],
    ['desk --name orbit --yes', 'Write Orbit.'],
    ['app --yes', 'Choose another name. Without --name "Acme Desk" it is called after its folder.'],
  ] as const) {
    const { status, stderr } = run(args.split(' '))
    expect(stderr).toMatch(/^\n✗ [^\n]+\n\n$/)
    expect(stderr).toContain(says)
    expect(status, args).toBe(1)
    expect(readdirSync(folder)).toEqual(['notes.txt'])
  }
})

test.each(['.git', '.DS_Store'])(
  'a folder with only %s is one to create in, and it stays if that fails',
  (entry) => {
    const { folder, run } = openFolder()
    const desk = path.join(folder, 'desk')
    mkdirSync(desk)
    if (entry === '.git') spawnSync('git', ['init', '--quiet', '--initial-branch=trunk'], { cwd: desk })
    else writeFileSync(path.join(desk, entry), 'x')
    expect(run(['desk', '--without', 'nothing', '--yes']).status).toBe(1)
    expect(readdirSync(desk)).toEqual([entry])
    const { status, stdout, stderr } = run(['desk', '--yes'])
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain('✓ Desk is in desk')
    expect(readdirSync(desk)).toEqual(expect.arrayContaining([entry, '.plinth']))

    const again = run(['desk', '--yes'])
    expect(again.stderr).toContain('desk is there already, and has ')
  },
)

test('a repository with commits is left alone', () => {
  const { folder, run } = openFolder()
  const git =
    'git init --quiet && git -c user.name=N -c user.email=n@example.com commit --quiet --allow-empty -m x'
  mkdirSync(path.join(folder, 'desk'))
  spawnSync('sh', ['-c', git], { cwd: path.join(folder, 'desk') })
  expect(run(['desk', '--yes']).stderr).toBe(
    '\n✗ desk is a repository with commits. Name another folder.\n\n',
  )
})

test('when git does not commit, the command is given whose message an upgrade finds', () => {
  const { folder, run } = openFolder()
  const nobody = {
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'user.useConfigOnly',
    GIT_CONFIG_VALUE_0: 'true',
  }
  const { status, stdout, stderr } = run(['desk', '--name', 'Łódź+', '--yes'], nobody)
  expect([status, stderr]).toEqual([0, expect.stringContaining('Please tell me who you are')])
  const command = /^  git (commit .*)$/m.exec(stdout)?.[1] ?? ''
  const identity = '-c user.name=Nora -c user.email=nora@example.com'
  const format = '%s%n%T%n%(trailers:key=Starter-Base,valueonly)'
  const log = spawnSync(
    'sh',
    ['-c', `git ${identity} ${command} >/dev/null && git log --format='${format}'`],
    {
      cwd: path.join(folder, 'desk'),
      encoding: 'utf8',
    },
  )
  const [subject, tree = '', base] = log.stdout.split('\n')
  expect(subject).toMatch(/^Łódź\+, from release [\d.]+ of the starter$/)
  expect(base?.split(' ')[1]).toBe(tree)
  expect(tree).toMatch(/^[0-9a-f]{40}$/)
})
