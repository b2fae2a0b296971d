import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyProject } from '../../../tests/support/project-copy.ts'

test('wrong input is rejected in one line, and nothing is written', () => {
  const starter = copyProject()
  const creator = path.join(starter.folder, 'packages/create-plinth')
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-fork-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // As `npm pack` does, from a commit.
  const packed = spawnSync(
    'sh',
    [
      '-c',
      'git init --quiet && git add src/core/i18n && git -c user.name=Nora -c user.email=nora@example.com commit --quiet -m Starter && cd packages/create-plinth && npm run --silent --ignore-scripts=false prepack',
    ],
    { cwd: starter.folder, encoding: 'utf8' },
  )
  expect(packed.status, packed.stderr).toBe(0)
  writeFileSync(path.join(folder, 'notes.txt'), 'Notes')
  for (const [args, says] of [
    ['desk --languages en,xx --yes', 'xx is no language of the starter: en'],
    ['notes.txt --yes', 'notes.txt is a file.'],
    ['notes.txt/desk --yes', 'The folder could not be made: '],
  ] as const) {
    const { status, stderr } = spawnSync(
      process.execPath,
      [path.join(creator, 'index.mjs'), ...args.split(' ')],
      { cwd: folder, encoding: 'utf8' },
    )
    expect(stderr).toMatch(/^\n✗ [^\n]+\n\n$/)
    expect(stderr).toContain(says)
    expect(status, args).toBe(1)
    expect(readdirSync(folder)).toEqual(['notes.txt'])
  }
})
