import { setTimeout as pause } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { faults, type Fault } from './faults.ts'
import { CountedLoad, type Result } from './writes.ts'

const BEFORE_MS = 4_000
const AFTER_MS = 6_000

/** A fault, with what was counted or why it was not caused. */
export type Row = { name: string; what: string } & ({ skipped: string } | { result: Result })

/** Causes these faults, by default each, one after the other and each under a load of its own. */
export async function* drill(cluster: Cluster, only: readonly string[] = []): AsyncGenerator<Row> {
  const unknown = only.find((name) => faults.every((fault) => fault.name !== name))
  if (unknown) throw new Error(`There is no ${unknown}. Faults: ${faults.map(({ name }) => name).join(', ')}`)
  const users = await CountedLoad.signIn(cluster)
  for (const fault of faults.filter(({ name }) => only.length === 0 || only.includes(name))) {
    const skipped = fault.lacks?.(cluster)
    const { name, what } = fault
    if (skipped) yield { name, what, skipped }
    else yield { name, what, result: await underLoad(cluster, fault, new CountedLoad(users, name)) }
  }
}

async function underLoad(cluster: Cluster, fault: Fault, load: CountedLoad): Promise<Result> {
  await pause(BEFORE_MS)
  await fault.run(cluster)
  await cluster.healthy()
  await pause(AFTER_MS)
  const database = await cluster.connect()
  try {
    return await load.count(database)
  } finally {
    await database.end()
  }
}
