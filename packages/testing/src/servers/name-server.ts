import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import path from 'node:path'
import { atEnd } from '../runner/at-end.ts'

/** What a name has at its first question of a type, its second one and so on; the last answer stays. */
export type Answers = readonly (readonly string[])[]

export type NameServer = {
  /** The environment that makes an application ask this server. */
  env: { NODE_OPTIONS: string; NAME_SERVER: string }
  /** Makes this process ask it. */
  askHere(): Promise<void>
  /** Addresses, or one name of which it is an alias. Without addresses of a type, that answer is empty. */
  names: Map<string, Answers | 'silent' | 'failing'>
  /** Every question, such as `A example.com`. */
  asked: string[]
}

const TYPES = { A: 1, CNAME: 5, AAAA: 28 }

/** A name server on loopback; ends with the file. It knows no other names, and lets nobody keep an answer. */
export async function startNameServer(): Promise<NameServer> {
  const names: NameServer['names'] = new Map()
  const asked: string[] = []
  const socket = createSocket('udp4', (question, { address, port }) => {
    const { name, type, end } = readQuestion(question)
    const kind = type === TYPES.A ? 'A' : 'AAAA'
    const before = asked.filter((one) => one === `${kind} ${name}`).length
    asked.push(`${kind} ${name}`)
    const known = names.get(name)
    if (known === 'silent') return
    const records = typeof known === 'object' ? (known[Math.min(before, known.length - 1)] ?? []) : []
    const answers = recordsOf(records, { kind, names })
    const code = known === 'failing' ? 2 : known === undefined ? 3 : 0
    const head = Buffer.alloc(12)
    question.copy(head, 0, 0, 2)
    head.writeUInt16BE(0x8180 + code, 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(answers.length, 6)
    socket.send(Buffer.concat([head, question.subarray(12, end), ...answers]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  atEnd(async () => void socket.close())
  const preload = path.join(import.meta.dirname, 'ask-name-server.mjs')
  const env = { NODE_OPTIONS: `--import=${preload}`, NAME_SERVER: `127.0.0.1:${socket.address().port}` }
  return {
    env,
    names,
    asked,
    async askHere() {
      process.env.NAME_SERVER = env.NAME_SERVER
      await import(preload)
    },
  }
}

function readQuestion(packet: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = packet[at] ?? 0; length > 0; length = packet[at] ?? 0) {
    labels.push(packet.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: packet.readUInt16BE(at + 1), end: at + 5 }
}

type Kind = { kind: 'A' | 'AAAA'; names: NameServer['names'] }

/** The records of an answer, from the name asked for and the names it is an alias of. */
function recordsOf(
  found: readonly string[],
  { kind, names }: Kind,
  owner = Buffer.from([0xc0, 12]),
): Buffer[] {
  return found.flatMap((value) => {
    const isAddress = /^[\d.]+$|:/.test(value)
    if (isAddress && isIPv6(value) !== (kind === 'AAAA')) return []
    if (isAddress) return [record(owner, TYPES[kind], bytesOf(value))]
    const target = names.get(value)
    const rest = typeof target === 'object' ? (target[0] ?? []) : []
    return [record(owner, TYPES.CNAME, nameOf(value)), ...recordsOf(rest, { kind, names }, nameOf(value))]
  })
}

function record(owner: Buffer, type: number, data: Buffer): Buffer {
  const facts = Buffer.alloc(10)
  facts.writeUInt16BE(type, 0)
  facts.writeUInt16BE(1, 2)
  facts.writeUInt16BE(data.length, 8)
  return Buffer.concat([owner, facts, data])
}

const nameOf = (name: string) =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`)),
    Buffer.alloc(1),
  ])

function bytesOf(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number))
  const [, host] = /^\[(.*)\]$/.exec(new URL(`http://[${address}]`).hostname) ?? []
  const [head = '', tail = ''] = (host ?? '').split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const [before, after] = [groups(head), groups(tail)]
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return Buffer.from([...before, ...zeros, ...after].map((group) => group.padStart(4, '0')).join(''), 'hex')
}
