import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { withoutSettings } from '@plinth/testing/programs/running-app.ts'
import { isPortOpen } from '@plinth/testing/programs/is-port-open.ts'
import { processesWith } from '@plinth/testing/programs/processes.ts'
import { commandFile } from '@plinth/cli/commands.mjs'
import { memorySettings } from '@plinth/cli/memory-settings.mjs'
import { startObjectStorage } from '@plinth/testing/servers/object-storage.ts'
import { CREDENTIALS } from '@plinth/cli/s3-server.ts'
import { openNetwork, type Network } from './network.ts'
import { Service } from './service.ts'

const MACHINES = 3
const HOST = '127.0.0.1'
// Only the drill fills a disk.
const DISK = '400m'
const isRoot = process.getuid?.() === 0

const programs = [
  ['patroni', '/usr/bin/patroni'],
  ['etcd-server', '/usr/bin/etcd'],
  ['haproxy', '/usr/sbin/haproxy'],
  ['pgbouncer', '/usr/sbin/pgbouncer'],
  ['redis-server', '/usr/bin/redis-server'],
  ['postgresql', '/usr/lib/postgresql/*/bin/postgres'],
  ['util-linux', '/usr/bin/setpriv'],
] as const

/** Debian's packages that are not installed. */
export const missingPackages = (): string[] =>
  programs.flatMap(([name, program]) => (globSync(program).length > 0 ? [] : [name]))

/** A machine of the database: a member of etcd, Patroni, and the PostgreSQL that it runs. */
export type DatabaseMachine = {
  name: string
  etcd: Service
  patroni: Service
  dataDir: string
  api: string
  port: number
  host: string
  /** The process of PostgreSQL; undefined when it doesn't run. */
  postmaster(): number | undefined
}

/** A machine of the application: its own pooler, which reaches the primary through its own proxy. */
export type AppMachine = { name: string; app: Service; pooler: Service; proxy: Service; url: string }

export type Cluster = {
  /** What users open: the balancer. */
  url: string
  folder: string
  password: string
  databases: readonly DatabaseMachine[]
  apps: readonly AppMachine[]
  balancer: Service
  redis: Service
  /** Every process that this one has started. */
  services(): readonly Service[]
  /** Undefined without root: all are on loopback then. */
  network: Network | undefined
  /** The machine that Patroni calls the primary; undefined while none is. */
  primary(): Promise<DatabaseMachine | undefined>
  /** Resolves when there is a primary, both others stream from it and one of them is synchronous. */
  healthy(): Promise<void>
  /** A connection to the primary. The caller ends it. */
  connect(): Promise<pg.Client>
  stop(isKept?: boolean): Promise<void>
}

type Options = {
  instances: number
  /** Namespaces and disks of their own for the database machines, where this user may make them. */
  isIsolated: boolean
  log: (line: string) => void
  /** Ends a start: it throws, and nothing is left. */
  signal?: AbortSignal
}

const FOLDER = 'plinth-cluster-'

/**
 * Starts everything on loopback, in one temporary folder. Ends what it has started when a start fails, and
 * leaves only the configuration and the logs.
 */
export async function startCluster(options: Options): Promise<Cluster> {
  const { instances, isIsolated, log, signal = new AbortController().signal } = options
  removeLeftovers()
  const folder = mkdtempSync(path.join(tmpdir(), `${FOLDER}${process.pid}-`))
  chmodSync(folder, 0o755)
  const network = isIsolated ? openNetwork(MACHINES) : undefined
  const secrets = { superuser: secret(), replication: secret(), app: secret() }
  const password = secret()
  const started: Service[] = []
  const endings: (() => unknown)[] = [() => network?.remove()]
  const end = async (isKept = false) => {
    try {
      for (const ending of endings.toReversed()) await ending()
    } finally {
      // Each machine's own folder, which may be large, and the files beside it.
      const parts = readdirSync(folder, { withFileTypes: true }).filter((part) => part.isDirectory())
      for (const { name } of parts) removeFolder(path.join(folder, name))
      if (!isKept) removeFolder(folder)
    }
  }

  function service(name: string, command: string[], given: Given): Service {
    const { machine, isOurs = false, env = systemEnv(), isReady } = given
    const user = isRoot && !isOurs ? ['--reuid=postgres', '--regid=postgres', '--init-groups'] : []
    const own = new Service({
      name,
      folder,
      under: [
        ...(machine === undefined || !network ? [] : network.prefix(machine)),
        // Ends with this process, however that ended.
        ...['setpriv', '--pdeathsig', 'TERM', ...user, '--'],
      ],
      command,
      env,
      isReady,
      signal,
    })
    endings.push(() => own.end())
    started.push(own)
    return own
  }

  try {
    // etcd and PostgreSQL.
    const hosts = Array.from({ length: MACHINES }, (_, at) => network?.address(at) ?? HOST)
    const etcdPorts = await freePorts(MACHINES * 2)
    const peers = hosts.map((host, at) => `db${at + 1}=http://${host}:${etcdPorts[at + MACHINES]}`)
    const clients = hosts.map((host, at) => `${host}:${etcdPorts[at]}`)
    const databases: DatabaseMachine[] = []
    for (const [at, host] of hosts.entries()) {
      const name = `db${at + 1}`
      const own = path.join(folder, name)
      makeFolder(own)
      if (
        network &&
        spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=0777`, 'plinth', own]).status === 0
      )
        endings.push(() => spawnSync('umount', ['-l', own]))
      const [port = 0, apiPort = 0] = await freePorts(2)
      const file = path.join(folder, `patroni-${name}.json`)
      const dataDir = path.join(own, 'data')
      // YAML is a superset of JSON.
      writeSecret(
        file,
        JSON.stringify(patroniSettings({ name, host, port, apiPort, own, clients, secrets, hosts }), null, 2),
      )
      const api = `http://${host}:${apiPort}`
      // A server whose Patroni was killed.
      endings.push(() => {
        for (const { pid } of processesWith(`--config-file=${dataDir}`)) process.kill(pid, 'SIGQUIT')
      })
      databases.push({
        name,
        host,
        port,
        api,
        dataDir,
        etcd: service(
          `etcd-${name}`,
          etcdCommand({ name, own, peers, client: clients[at] ?? '', peer: peers[at] ?? '' }),
          {
            machine: at,
            isReady: async () => (await fetch(`http://${clients[at]}/health`)).ok,
          },
        ),
        patroni: service(`patroni-${name}`, ['/usr/bin/patroni', file], {
          machine: at,
          isReady: async () => (await fetch(`${api}/health`)).ok,
        }),
        postmaster: () => postmasterOf(dataDir),
      })
    }
    log('etcd')
    for (const { etcd } of databases) etcd.begin()
    for (const { etcd } of databases) await etcd.ready()
    log('Patroni and PostgreSQL')
    for (const { patroni } of databases) patroni.begin()
    for (const { patroni } of databases) await patroni.ready()

    const primary = async () => {
      for (const one of databases) if ((await ask(`${one.api}/primary`))?.ok) return one
      return undefined
    }
    const connect = async (database = 'app') => {
      const until = Date.now() + 60_000
      let one = await primary()
      while (!one && Date.now() < until) {
        await pause(500)
        one = await primary()
      }
      if (!one) throw new Error(`The database has no primary. The logs are in ${folder}`)
      const { host, port } = one
      const client = new pg.Client({ host, port, database, user: 'postgres', password: secrets.superuser })
      client.on('error', () => {})
      await client.connect()
      return client
    }
    const healthy = async () => {
      const until = Date.now() + 180_000
      while (!(await isHealthy(databases))) {
        signal.throwIfAborted()
        if (Date.now() > until) throw new Error(`The database did not recover. The logs are in ${folder}`)
        await pause(500)
      }
    }
    await healthy()
    const admin = await connect('postgres')
    await admin.query(`create role app login in role pg_read_all_stats password '${secrets.app}'`)
    await admin.query('create database app owner app')
    await admin.end()

    log('Redis and the S3 server')
    const [redisPort = 0, webPort = 0] = await freePorts(2)
    const redis = service(
      'redis',
      ['/usr/bin/redis-server', '--bind', HOST, '--port', `${redisPort}`, '--save', '', '--dir', folder],
      { isReady: () => isPortOpen(redisPort) },
    )
    await redis.start()
    const bucket = await startObjectStorage()
    endings.push(() => bucket.stop())

    log(`${instances} instances, each with its PgBouncer and its HAProxy`)
    const url = `http://localhost:${webPort}`
    const shared = {
      APP_URL: url,
      HOST,
      TRUSTED_PROXIES: HOST,
      BETTER_AUTH_SECRET: secret(),
      REDIS_URL: `redis://${HOST}:${redisPort}/0`,
      STORAGE_URL: bucket.url,
      DEMO_PASSWORD: password,
      ...CREDENTIALS,
    }
    const apps: AppMachine[] = []
    for (let at = 1; at <= instances; at++) {
      const name = `app${at}`
      const [port = 0, poolerPort = 0, proxyPort = 0] = await freePorts(3)
      const proxyFile = path.join(folder, `haproxy-${name}.cfg`)
      writeFileSync(proxyFile, databaseProxy(proxyPort, databases))
      const poolerFile = path.join(folder, `pgbouncer-${name}.ini`)
      const users = path.join(folder, `pgbouncer-${name}.users`)
      writeSecret(users, `"app" "${secrets.app}"\n`)
      writeFileSync(poolerFile, poolerSettings({ port: poolerPort, proxyPort, users }))
      const dataDir = path.join(folder, name)
      mkdirSync(dataDir)
      const database = (to: number) => `postgres://app:${secrets.app}@${HOST}:${to}/app`
      const env = {
        ...withoutSettings(process.env),
        NODE_ENV: 'production',
        PORT: String(port),
        DATA_DIR: dataDir,
        DATABASE_URL: database(poolerPort),
        DATABASE_DIRECT_URL: database(proxyPort),
        ...shared,
        ...memorySettings({}),
      }
      const node = [path.resolve('node_modules/.bin/node'), '--disable-warning=ExperimentalWarning']
      const one: AppMachine = {
        name,
        url: `http://${HOST}:${port}`,
        proxy: service(`haproxy-${name}`, ['/usr/sbin/haproxy', '-db', '-f', proxyFile], {
          isReady: () => isPortOpen(proxyPort),
        }),
        pooler: service(`pgbouncer-${name}`, ['/usr/sbin/pgbouncer', poolerFile], {
          isReady: () => isPortOpen(poolerPort),
        }),
        app: service(name, [...node, commandFile('serve')], {
          isOurs: true,
          env,
          isReady: async () => (await fetch(`http://${HOST}:${port}/readyz`)).ok,
        }),
      }
      await one.proxy.start()
      await one.pooler.start()
      apps.push(one)
    }
    // The proxies find the primary first.
    await pause(2_000, undefined, { signal })
    for (const { app } of apps) app.begin()
    for (const { app } of apps) await app.ready()
    log('the balancer')
    const webFile = path.join(folder, 'haproxy-web.cfg')
    writeFileSync(webFile, webProxy(webPort, apps))
    const balancer = service('haproxy-web', ['/usr/sbin/haproxy', '-db', '-f', webFile], {
      isReady: async () => (await fetch(`${url}/readyz`)).ok,
    })
    await balancer.start()
    return {
      ...{ url, folder, password, databases, apps, balancer, redis, network },
      ...{ services: () => started, primary, healthy, connect, stop: end },
    }
  } catch (error) {
    await end(!signal.aborted)
    throw error
  }
}

const removeFolder = (folder: string) =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })

/** Of this user's commands that were killed or have failed. */
function removeLeftovers(): void {
  for (const folder of globSync(path.join(tmpdir(), `${FOLDER}*-*`))) {
    const [pid = ''] = path.basename(folder).slice(FOLDER.length).split('-')
    if (existsSync(`/proc/${pid}`) || lstatSync(folder).uid !== process.getuid?.()) continue
    for (const disk of globSync(path.join(folder, 'db*/'))) spawnSync('umount', ['-l', disk])
    removeFolder(folder)
  }
}

type Given = {
  /** That of a database. */
  machine?: number
  /** Runs as this user; programs of packages run as postgres when this user is root. */
  isOurs?: boolean
  env?: NodeJS.ProcessEnv
  isReady: () => Promise<boolean>
}

let lastPort = 20_000 + (process.pid % 10_000)

/** Below the ports that the system gives to outgoing connections: free until a service takes them. */
async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) if (!(await isPortOpen(++lastPort))) ports.push(lastPort)
  return ports
}

const secret = () => randomBytes(18).toString('hex')
const systemEnv = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: '/' })

function makeFolder(folder: string): void {
  mkdirSync(folder, { mode: 0o700 })
  ownedByService(folder)
}

function writeSecret(file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600 })
  ownedByService(file)
}

/** PostgreSQL and PgBouncer refuse to run as root. */
function ownedByService(file: string): void {
  if (isRoot) spawnSync('chown', ['postgres:postgres', file])
}

function postmasterOf(dataDir: string): number | undefined {
  const file = path.join(dataDir, 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
}

type Member = { role: string; state: string; timeline: number; lag?: number | string }

/** What Patroni's REST interface answers; undefined when it doesn't. */
export const ask = (url: string, init: RequestInit = {}): Promise<Response | undefined> =>
  fetch(url, { ...init, signal: AbortSignal.timeout(2_000) }).catch(() => undefined)

async function isHealthy(databases: readonly DatabaseMachine[]): Promise<boolean> {
  const answers = await Promise.all(databases.map(({ api }) => ask(`${api}/cluster`)))
  const [answer] = answers
  if (!answer || answers.some((one) => !one?.ok)) return false
  const { members } = (await answer.json()) as { members: Member[] }
  const roles = members.map(({ role }) => role).toSorted()
  const [first] = members
  const isStreaming = members.every(
    ({ state, timeline, lag = 0 }) =>
      /running|streaming/.test(state) && timeline === first?.timeline && Number(lag) < 1e6,
  )
  return isStreaming && roles.join() === 'leader,replica,sync_standby'
}

type PatroniInput = {
  name: string
  host: string
  port: number
  apiPort: number
  own: string
  clients: string[]
  hosts: string[]
  secrets: Record<'superuser' | 'replication', string>
}

function patroniSettings({ name, host, port, apiPort, own, clients, hosts, secrets }: PatroniInput) {
  const [bin] = globSync('/usr/lib/postgresql/*/bin').toSorted((one, other) =>
    other.localeCompare(one, 'en', { numeric: true }),
  )
  // A machine of the database reaches itself by its own address, an application by that of the bridge.
  const from = hosts[0] === HOST ? `${HOST}/32` : `${host.replace(/\d+$/, '0')}/24`
  return {
    scope: 'plinth',
    name,
    restapi: { listen: `${host}:${apiPort}`, connect_address: `${host}:${apiPort}` },
    // Its protocol of old. With etcd3, Patroni 3.0.2 writes the lock of the primary without a condition, by
    // what it had read before: one that was cut off takes it from its successor, whose writes are lost.
    etcd: { hosts: clients },
    bootstrap: {
      dcs: {
        // A primary that is not heard for this long is replaced; Patroni allows no less.
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        // A commit waits for a standby: an acknowledged one survives the loss of either.
        synchronous_mode: true,
        // Without etcd the primary goes on as long as it reaches all others.
        failsafe_mode: true,
        // A primary that has crashed is replaced, not waited for.
        primary_start_timeout: 0,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 150,
            wal_keep_size: '128MB',
            max_wal_size: '128MB',
            min_wal_size: '32MB',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${host}:${port}`,
      connect_address: `${host}:${port}`,
      data_dir: path.join(own, 'data'),
      bin_dir: bin,
      pgpass: path.join(own, 'pgpass'),
      pg_hba: [`host all all ${from} scram-sha-256`, `host replication replicator ${from} scram-sha-256`],
      authentication: {
        superuser: { username: 'postgres', password: secrets.superuser },
        replication: { username: 'replicator', password: secrets.replication },
      },
      parameters: {
        unix_socket_directories: own,
        shared_buffers: '32MB',
        password_encryption: 'scram-sha-256',
      },
    },
  }
}

type EtcdInput = { name: string; own: string; peers: string[]; client: string; peer: string }

function etcdCommand({ name, own, peers, client, peer }: EtcdInput): string[] {
  const peerUrl = peer.replace(/^\w+=/, '')
  return [
    '/usr/bin/etcd',
    ...['--name', name, '--data-dir', path.join(own, 'etcd')],
    ...['--listen-client-urls', `http://${client}`, '--advertise-client-urls', `http://${client}`],
    ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl],
    ...['--initial-cluster', peers.join(), '--log-level', 'warn', '--enable-v2'],
    // All members share this machine's disk.
    ...['--heartbeat-interval', '250', '--election-timeout', '2500'],
  ]
}

const poolerSettings = ({ port, proxyPort, users }: { port: number; proxyPort: number; users: string }) => `
[databases]
app = host=${HOST} port=${proxyPort} dbname=app
[pgbouncer]
listen_addr = ${HOST}
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 200
# A client that waits for a new primary hears no sooner than it would give up itself.
query_wait_timeout = 10
server_connect_timeout = 3
server_login_retry = 1
`

/** Connects to the primary that Patroni names, and cuts connections to the one before it. */
const databaseProxy = (listens: number, databases: readonly DatabaseMachine[]) => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen primary
  bind ${HOST}:${listens}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${databases.map(({ name, host, port, api }) => `  server ${name} ${host}:${port} check port ${new URL(api).port}`).join('\n')}
`

/** A request goes to an instance that is ready; while none is, to any, for a page in the user's language. */
const webProxy = (port: number, apps: readonly AppMachine[]) => `
defaults
  mode http
  option forwardfor
  option redispatch 1
  retries 3
  retry-on conn-failure
  timeout connect 2s
  timeout client 10m
  timeout server 10m
  timeout check 2s
frontend web
  bind ${HOST}:${port}
  use_backend any if { nbsrv(ready) eq 0 }
  default_backend ready
backend ready
  balance roundrobin
  option httpchk GET /readyz
  default-server inter 1s fall 2 rise 1
${apps.map(({ name, url }) => `  server ${name} ${new URL(url).host} check`).join('\n')}
backend any
  balance roundrobin
${apps.map(({ name, url }) => `  server ${name} ${new URL(url).host}`).join('\n')}
`
