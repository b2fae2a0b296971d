import { spawnSync } from 'node:child_process'
import { globSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ask, type Cluster, type DatabaseMachine } from './cluster.ts'

export type Fault = {
  name: string
  /** For the table: what happened, in words. */
  what: string
  /** Why this machine can't do it; undefined when it can. */
  lacks?(cluster: Cluster): string | undefined
  /** Causes it, waits, and repairs it. */
  run(cluster: Cluster): Promise<void>
}

const needsNetwork = ({ network }: Cluster) => (network ? undefined : 'needs root, for network namespaces')
const clockLibrary = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0]
const needsClock = () => (clockLibrary ? undefined : "needs Debian's package faketime")
const aheadBy = (minutes: number) => ({ LD_PRELOAD: clockLibrary ?? '', FAKETIME: `+${minutes}m` })

export const faults: readonly Fault[] = [
  { name: 'none', what: 'nothing, for 20 s', run: () => pause(20_000) },
  {
    name: 'switchover',
    what: 'switchover to a standby, as for maintenance',
    async run(cluster) {
      const { machine } = await primaryOf(cluster)
      await switchOver(machine)
      await pause(15_000)
    },
  },
  {
    name: 'primary-killed',
    what: 'PostgreSQL of the primary killed; Patroni is alive',
    async run(cluster) {
      const { pid } = await primaryOf(cluster)
      process.kill(pid, 'SIGKILL')
      await pause(20_000)
    },
  },
  {
    name: 'primary-lost',
    what: 'machine of the primary lost: PostgreSQL, Patroni and etcd killed; back after 45 s',
    async run(cluster) {
      const { machine, pid } = await primaryOf(cluster)
      await Promise.all([machine.patroni.end('SIGKILL'), machine.etcd.end('SIGKILL')])
      process.kill(pid, 'SIGKILL')
      await pause(45_000)
      machine.etcd.begin()
      machine.patroni.begin()
    },
  },
  {
    name: 'standby-lost',
    what: 'machine of the synchronous standby lost; back after 30 s',
    async run(cluster) {
      const machine = await synchronousStandby(cluster)
      await Promise.all([machine.patroni.end('SIGKILL'), machine.etcd.end('SIGKILL')])
      process.kill(postmasterOf(machine), 'SIGKILL')
      await pause(30_000)
      machine.etcd.begin()
      machine.patroni.begin()
    },
  },
  {
    name: 'primary-cut-off',
    what: 'primary cut off from everything, for 45 s',
    lacks: needsNetwork,
    async run(cluster) {
      const { index } = await primaryOf(cluster)
      cluster.network?.setCable(index, false)
      await pause(45_000)
      cluster.network?.setCable(index, true)
    },
  },
  {
    name: 'primary-split',
    what: 'primary cut off from the other databases and their etcd, but not from the application, for 45 s',
    lacks: needsNetwork,
    async run(cluster) {
      const { index } = await primaryOf(cluster)
      cluster.network?.setPeers(index, false)
      await pause(45_000)
      cluster.network?.setPeers(index, true)
    },
  },
  {
    name: 'patroni-frozen',
    what: 'Patroni of the primary frozen for 45 s, PostgreSQL goes on: two primaries',
    async run(cluster) {
      const { machine } = await primaryOf(cluster)
      machine.patroni.signal('SIGSTOP')
      await pause(45_000)
      machine.patroni.signal('SIGCONT')
    },
  },
  {
    name: 'etcd-lost',
    what: 'two of three etcd killed: no majority for 40 s',
    async run({ databases }) {
      const [, ...two] = databases.map(({ etcd }) => etcd)
      await Promise.all(two.map((etcd) => etcd.end('SIGKILL')))
      await pause(40_000)
      for (const etcd of two) etcd.begin()
    },
  },
  {
    name: 'disk-full',
    what: 'disk of the primary full for 40 s',
    lacks: ({ network }) => (network ? undefined : 'needs root, for a disk of its own'),
    async run(cluster) {
      const { machine } = await primaryOf(cluster)
      const filler = path.join(path.dirname(machine.dataDir), 'filler')
      spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k'])
      await pause(40_000)
      rmSync(filler)
    },
  },
  {
    name: 'pooler-killed',
    what: 'PgBouncer of one instance killed; back after 20 s',
    run: ({ apps: [one] }) => killedFor(20_000, one?.pooler),
  },
  {
    name: 'proxy-killed',
    what: 'HAProxy between one PgBouncer and the database killed; back after 20 s',
    run: ({ apps: [one] }) => killedFor(20_000, one?.proxy),
  },
  {
    name: 'balancer-killed',
    what: 'HAProxy in front of the instances killed; back after 5 s, as systemd does it',
    run: ({ balancer }) => killedFor(5_000, balancer),
  },
  {
    name: 'redis-gone',
    what: 'Redis killed; back, empty, after 30 s',
    run: ({ redis }) => killedFor(30_000, redis),
  },
  {
    name: 'instance-killed',
    what: 'an instance killed; back after 10 s',
    run: ({ apps: [one] }) => killedFor(10_000, one?.app),
  },
  {
    name: 'instance-paused',
    what: 'an instance paused for 60 s',
    async run({ apps: [one] }) {
      one?.app.signal('SIGSTOP')
      await pause(60_000)
      one?.app.signal('SIGCONT')
    },
  },
  {
    name: 'rolling-restart',
    what: 'every instance restarted in turn by SIGTERM',
    async run({ apps }) {
      for (const { app } of apps) {
        await app.end()
        await app.start()
        await pause(3_000)
      }
    },
  },
  {
    name: 'clock-of-instance',
    what: 'clock of one instance 10 minutes ahead, for 30 s',
    lacks: needsClock,
    run: async ({ apps: [one] }) => {
      await one?.app.end()
      await one?.app.start(aheadBy(10))
      await pause(30_000)
      await one?.app.end()
      await one?.app.start()
    },
  },
]

type Killable = { end(signal: NodeJS.Signals): Promise<void>; start(): Promise<void> }

async function killedFor(ms: number, service: Killable | undefined): Promise<void> {
  await service?.end('SIGKILL')
  await pause(ms)
  await service?.start()
}

async function primaryOf(cluster: Cluster) {
  const machine = await cluster.primary()
  if (!machine) throw new Error('There is no primary')
  return { machine, index: cluster.databases.indexOf(machine), pid: postmasterOf(machine) }
}

function postmasterOf(machine: DatabaseMachine): number {
  const pid = machine.postmaster()
  if (pid === undefined) throw new Error(`${machine.name} has no PostgreSQL`)
  return pid
}

async function synchronousStandby({ databases }: Cluster): Promise<DatabaseMachine> {
  for (const one of databases) if ((await ask(`${one.api}/synchronous`))?.ok) return one
  throw new Error('There is no synchronous standby')
}

async function switchOver({ name, api }: DatabaseMachine): Promise<void> {
  const answer = await fetch(`${api}/switchover`, { method: 'POST', body: JSON.stringify({ leader: name }) })
  if (!answer.ok) throw new Error(`Patroni refused the switchover: ${await answer.text()}`)
}
