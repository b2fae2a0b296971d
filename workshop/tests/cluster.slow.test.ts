import { globSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { missingPackages, startCluster } from '../cluster/cluster.ts'
import { drill } from '../cluster/drill.ts'
import { countedWrite } from '../cluster/writes.ts'
import { atEnd } from '@plinth/testing/runner/at-end.ts'
import { processesWith } from '@plinth/testing/programs/processes.ts'

// A machine without Debian's packages skips it; CI has them. The whole table is npm run cluster -- drill.
const isMissing = missingPackages().length > 0 && !process.env.CI

// First, while this process has no other cluster.
test.skipIf(isMissing)('a start that is interrupted leaves no process and no folder', async () => {
  // What a command that was killed has left; no process has that id.
  const leftover = path.join(tmpdir(), 'plinth-cluster-99999999-left')
  mkdirSync(path.join(leftover, 'db1'), { recursive: true })
  const interrupted = new AbortController()
  const lines: string[] = []
  const starting = startCluster({
    instances: 1,
    isIsolated: false,
    signal: interrupted.signal,
    log(line) {
      lines.push(line)
      if (line === 'Patroni and PostgreSQL') interrupted.abort()
    },
  })
  await expect(starting).rejects.toThrow('aborted')
  expect(lines).toEqual(['etcd', 'Patroni and PostgreSQL'])
  const own = path.join(tmpdir(), `plinth-cluster-${process.pid}-`)
  expect([...globSync(`${own}*`), ...globSync(leftover)]).toEqual([])
  await expect.poll(() => processesWith(own)).toEqual([])
})

test.skipIf(isMissing || !countedWrite())(
  'the primary is killed, a standby takes over, and no acknowledged write is lost or doubled',
  async () => {
    const cluster = await startCluster({ instances: 2, isIsolated: false, log() {} })
    atEnd(() => cluster.stop())
    const before = await cluster.primary()
    const { value: row } = await drill(cluster, ['primary-killed']).next()
    expect((await cluster.primary())?.name).not.toBe(before?.name)
    expect(row).toMatchObject({ result: { lost: 0, doubled: 0, open: 0 } })
    // A load that wrote nothing would lose nothing either.
    expect(row?.result?.acknowledged).toBeGreaterThan(0)
  },
)
