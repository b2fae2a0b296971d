import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { load, type Load } from './load.ts'
import { canWatchProcesses, withDescendants } from './processes.ts'
import { median, type Bench, type Measured } from './report.ts'

const ROUNDS = 7
const SECONDS = 5
const WARM_UP_SECONDS = 5

type Peer = { name: string; url: string; headers: Record<string, string>; pid: number; rounds: Load[] }

/** Servers of any kind side by side: `npm run bench -- peers NAME=URL NAME@COOKIEFILE=URL`. */
export const bench: Bench = {
  how: `16 connections, ${ROUNDS} rounds of ${SECONDS} s in which the servers take turns; ratios to the first one are of the same round, CPU time is that of a server with its child processes`,
  async run() {
    if (!canWatchProcesses) throw new Error('peers reads /proc, which only Linux has')
    const peers = process.argv.filter((word) => word.includes('=')).map(peerOf)
    const [first] = peers
    if (!first) throw new Error('Name the servers: npm run bench -- peers NAME=URL NAME@COOKIEFILE=URL')
    const bodies = await Promise.all(peers.map(bodyBytes))
    for (const peer of peers) await ask(peer, WARM_UP_SECONDS)
    for (let round = 0; round < ROUNDS; round++)
      // Each round begins with another server, so that a machine that slows down slows all of them.
      for (const [at] of peers.entries()) {
        const peer = peers[(round + at) % peers.length]
        if (peer) peer.rounds.push(await ask(peer, SECONDS))
      }
    return peers.flatMap((peer, at) => rowsOf(peer, first, bodies[at] ?? 0))
  },
}

function peerOf(word: string): Peer {
  const [, name = '', cookieFile, url = ''] = /^([^=@]+)(?:@([^=]+))?=(https?:.+)$/.exec(word) ?? []
  const { hostname, port, href } = new URL(url)
  if (!['localhost', '127.0.0.1'].includes(hostname)) throw new Error(`${url} is not on this machine`)
  const cookie: Record<string, string> = cookieFile ? { cookie: readFileSync(cookieFile, 'utf8').trim() } : {}
  return {
    name,
    url: href,
    headers: { accept: 'text/html', ...cookie },
    pid: listenerOn(Number(port)),
    rounds: [],
  }
}

async function bodyBytes({ name, url, headers }: Peer): Promise<number> {
  const response = await fetch(url, { headers, redirect: 'manual' })
  if (response.status !== 200) throw new Error(`${name} answered ${response.status}`)
  return (await response.arrayBuffer()).byteLength
}

/** Other processes than the listening one may do the work: all count. */
const ask = ({ url, headers, pid }: Peer, seconds: number) =>
  load({ url, headers, pid, others: () => withDescendants(pid).slice(1) }, { seconds })

function rowsOf({ name, rounds }: Peer, first: Peer, bytes: number): Measured[] {
  const cpu = ({ cpuMsPerRequest, othersCpuMsPerRequest }: Load) => cpuMsPerRequest + othersCpuMsPerRequest
  const ratio = (of: (round: Load) => number) =>
    median(rounds.map((round, at) => of(round) / of(first.rounds[at] ?? round)))
  return [
    { what: `${name} requests`, value: median(rounds.map((one) => one.requestsPerSecond)), unit: 'req/s' },
    {
      what: `${name} requests, against ${first.name}`,
      value: ratio((one) => one.requestsPerSecond),
      unit: 'x',
    },
    { what: `${name} CPU per request`, value: median(rounds.map(cpu)), unit: 'ms' },
    { what: `${name} CPU per request, best round`, value: Math.min(...rounds.map(cpu)), unit: 'ms' },
    { what: `${name} CPU per request, against ${first.name}`, value: ratio(cpu), unit: 'x' },
    { what: `${name} p99`, value: median(rounds.map((one) => one.p99Ms)), unit: 'ms' },
    { what: `${name} body`, value: bytes / 1000, unit: 'KB' },
  ]
}

/** The process that listens on a port of this machine. */
function listenerOn(port: number): number {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const sockets = new Set(
    ['/proc/net/tcp', '/proc/net/tcp6']
      .flatMap((table) => readFileSync(table, 'utf8').split('\n'))
      .map((line) => line.trim().split(/\s+/))
      .filter(([, address = '', , state]) => address.endsWith(`:${hex}`) && state === LISTENING)
      .map((fields) => `socket:[${fields[9]}]`),
  )
  const pid = readdirSync('/proc')
    .map(Number)
    .find((process) => process > 0 && holds(process, sockets))
  if (pid === undefined) throw new Error(`No process of this user listens on port ${port}`)
  return pid
}

const LISTENING = '0A'

function holds(pid: number, sockets: ReadonlySet<string>): boolean {
  const folder = `/proc/${pid}/fd`
  try {
    return readdirSync(folder).some((file) => sockets.has(readlinkSync(`${folder}/${file}`)))
  } catch {
    // Another user's process, or one that has ended.
    return false
  }
}
