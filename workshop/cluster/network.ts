import { spawnSync } from 'node:child_process'

/** One network namespace for each database machine, joined by a bridge of this machine. Needs root. */
export type Network = {
  /** The address of a machine, counted from 0. */
  address(machine: number): string
  /** What a command of that machine begins with. */
  prefix(machine: number): string[]
  /** Pulls the machine's cable, or plugs it in again. */
  setCable(machine: number, isPlugged: boolean): void
  /** The machine no longer reaches the other ones, only this machine; or reaches them again. */
  setPeers(machine: number, isReached: boolean): void
  remove(): void
}

const run = (...args: string[]) => spawnSync('ip', args, { encoding: 'utf8' })

/** Undefined where this user may not make one. */
export function openNetwork(machines: number): Network | undefined {
  if (process.getuid?.() !== 0) return undefined
  removeLeftovers()
  const name = `plinth${process.pid}`
  const subnet = `10.213.${process.pid % 250}`
  const address = (machine: number) => `${subnet}.${machine + 11}`
  const space = (machine: number) => `${name}n${machine}`
  // An interface has at most 15 characters.
  const cable = (machine: number) => `p${process.pid}v${machine}`
  const all = Array.from({ length: machines }, (_, machine) => machine)
  const remove = () => {
    for (const machine of all) run('netns', 'del', space(machine))
    run('link', 'del', `p${process.pid}b`)
  }
  const steps = [
    ['link', 'add', `p${process.pid}b`, 'type', 'bridge'],
    ['addr', 'add', `${subnet}.1/24`, 'dev', `p${process.pid}b`],
    ['link', 'set', `p${process.pid}b`, 'up'],
    ...all.flatMap((machine) => [
      ['netns', 'add', space(machine)],
      ['link', 'add', cable(machine), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space(machine)],
      ['link', 'set', cable(machine), 'master', `p${process.pid}b`, 'up'],
      ['-n', space(machine), 'addr', 'add', `${address(machine)}/24`, 'dev', 'eth0'],
      ['-n', space(machine), 'link', 'set', 'lo', 'up'],
      ['-n', space(machine), 'link', 'set', 'eth0', 'up'],
    ]),
  ]
  if (steps.some((step) => run(...step).status !== 0)) {
    remove()
    return undefined
  }
  return {
    address,
    prefix: (machine) => ['ip', 'netns', 'exec', space(machine)],
    setCable: (machine, isPlugged) => void run('link', 'set', cable(machine), isPlugged ? 'up' : 'down'),
    setPeers(machine, isReached) {
      for (const peer of all.filter((other) => other !== machine))
        run('-n', space(machine), 'route', isReached ? 'del' : 'add', 'blackhole', address(peer))
    },
    remove,
  }
}

/** Of a command that was killed. */
function removeLeftovers(): void {
  for (const [space, pid] of run('netns', 'list').stdout.matchAll(/^plinth(\d+)n\d+/gm)) {
    if (spawnSync('kill', ['-0', String(pid)]).status === 0) continue
    run('netns', 'del', space)
    run('link', 'del', `p${pid}b`)
  }
}
