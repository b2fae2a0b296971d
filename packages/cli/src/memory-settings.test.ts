import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { memorySettings } from './memory-settings.mjs'

test.each(['Dockerfile', 'docs/deploy.md'])('%s sets the memory settings of npm start', (name) => {
  const text = readFileSync(name, 'utf8').replaceAll('"', '')
  for (const [setting, value] of Object.entries(memorySettings({})))
    expect(text).toContain(`${setting}=${value}`)
})

test('what the environment sets wins', () => {
  const set = memorySettings({ MALLOC_ARENA_MAX: '8', NODE_OPTIONS: '--max-old-space-size=4096' })
  expect(set).toMatchObject({ MALLOC_ARENA_MAX: '8', MALLOC_TRIM_THRESHOLD_: '1048576' })
  expect(set.NODE_OPTIONS).toMatch(/ --max-old-space-size=4096$/)
})
