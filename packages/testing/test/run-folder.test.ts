import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { processesWith } from '@plinth/testing/programs/processes.ts'
import { projectRoot } from '@plinth/testing/programs/project-copy.ts'
import { runCommand } from '@plinth/testing/programs/run-command.ts'

// Unlike a shell with &, it ends only once the other program runs.
const leaving = `
require('node:child_process').spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }).unref()
`
const runner = `
import { spawnSync } from 'node:child_process'
import { openRunFolder } from ${JSON.stringify(path.join(projectRoot, 'packages/testing/src/runner/run-folder.ts'))}
const expectNothingLeft = openRunFolder()
spawnSync(process.execPath, ['-e', ${JSON.stringify(leaving)}])
const error = await expectNothingLeft(0).catch(({ message }) => message)
console.log(JSON.stringify({ folder: process.env.TMPDIR, error }) + 'said')
setInterval(() => {}, 1000)
`

test('a process left by a test is named, and ends with its folder when the runner is killed', async () => {
  const { child, prints, output } = runCommand([process.execPath, '--input-type=module', '-e', runner])
  await prints('said')
  const { folder, error } = JSON.parse(output().split('said')[0] ?? '') as Record<string, string>
  expect(error).toMatch(/^Tests have left processes:\n {2}\d+ sleep 600$/)
  expect(processesWith(`TMPDIR=${folder}`)).toHaveLength(1)
  child.kill('SIGKILL')
  await expect.poll(() => processesWith(folder ?? '')).toEqual([])
  expect(existsSync(folder ?? '')).toBe(false)
})
