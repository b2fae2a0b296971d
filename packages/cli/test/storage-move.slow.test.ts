import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { openBucketStorage, openDisk } from '@plinth/core/internal/storage/open-storage.server.ts'
import type { Storage } from '@plinth/core/files/server'
import { requireBuild } from '@plinth/testing/runner/require-build.ts'
import { runCommand } from '@plinth/testing/programs/run-command.ts'
import { startApp } from '@plinth/testing/programs/running-app.ts'
import { startS3 } from '@plinth/testing/servers/s3-server.ts'
import { storedIds } from '@plinth/testing/test-storage.ts'

beforeAll(requireBuild)

async function contents(storage: Storage): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const id of await storedIds(storage)) {
    const stored = await storage.open(id)
    if (stored) found.set(id, (await buffer(stored.stream())).toString('base64'))
  }
  return found
}

const sorted = (found: Map<string, string>) => [...found].toSorted()

test('files move into a bucket while the application serves them, and back', async () => {
  const s3 = await startS3()
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-move-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
  const credentials = {
    AWS_ACCESS_KEY_ID: process.env.AWS_ACCESS_KEY_ID ?? '',
    AWS_SECRET_ACCESS_KEY: process.env.AWS_SECRET_ACCESS_KEY ?? '',
  }
  const move = (env: Record<string, string>, ...args: string[]) =>
    runCommand(['npm', 'run', 'storage:move', '--', ...args], {
      env: { DATA_DIR: folder, ...credentials, ...env },
    })
  const disk = openDisk(folder)
  const bucket = await openBucketStorage(s3.url, folder)

  // The demo has files.
  const before = await startApp({ dataDir: folder })
  const original = await contents(disk)
  expect(original.size).toBeGreaterThan(2)
  const unset = move({})
  expect([await unset.ended, unset.output()]).toEqual([
    1,
    expect.stringContaining('Set STORAGE_URL to the bucket first.'),
  ])
  await before.stop()

  const env = { STORAGE_URL: s3.url, ...credentials }
  const after = await startApp({ dataDir: folder, env })
  onTestFinished(() => after.kill())
  const moved = move(env)
  expect([await moved.ended, moved.output()]).toEqual([
    0,
    expect.stringContaining(`Moved ${original.size} files`),
  ])
  expect(sorted(await contents(bucket))).toEqual(sorted(original))
  expect(await storedIds(disk)).toEqual([])
  const again = move(env)
  expect([await again.ended, again.output()]).toEqual([0, expect.stringContaining('Moved 0 files')])
  const same = move(env, s3.url)
  expect([await same.ended, same.output()]).toEqual([
    1,
    expect.stringContaining('The files are already there'),
  ])
  await after.stop()

  const back = move({}, s3.url)
  expect([await back.ended, back.output()]).toEqual([
    0,
    expect.stringContaining(`Moved ${original.size} files`),
  ])
  expect(sorted(await contents(disk))).toEqual(sorted(original))
  const last = await startApp({ dataDir: folder })
  expect(await last.stop()).toBe(0)
})
