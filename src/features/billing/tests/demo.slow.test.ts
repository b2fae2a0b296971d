import { expect, test } from 'vitest'
import { requireBuild } from '@plinth/testing/runner/require-build.ts'
import { runCommand } from '@plinth/testing/programs/run-command.ts'

test('npm run demo -- billing serves plans on this machine until Ctrl-C', async () => {
  requireBuild()
  const demo = runCommand(['npm', 'run', 'demo', '--', 'billing'])
  await demo.prints('Press Ctrl-C to stop')
  const [, prices = ''] = /Prices +(\S+)/.exec(demo.output()) ?? []
  expect(await (await fetch(prices)).text()).toContain('€199')
  process.kill(-(demo.child.pid ?? 0), 'SIGINT')
  await demo.ended
  await expect(fetch(prices)).rejects.toThrow('fetch failed')
})

test('a feature without a demo is named with those that have one', async () => {
  const demo = runCommand(['npm', 'run', 'demo', '--', 'posts'])
  expect(await demo.ended).toBe(1)
  expect(demo.output()).toContain('Usage: npm run demo -- remove | billing')
})
