import { existsSync, readdirSync, readFileSync } from 'node:fs'

export type RunningProcess = { pid: number; parent: number; command: string }

/** Processes with `marker` and without `without` in their command line or environment. Linux only. */
export function processesWith(marker: string, without?: string): RunningProcess[] {
  if (!existsSync('/proc/self/environ')) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      const [command = '', environment = '', status = ''] = ['cmdline', 'environ', 'status'].map((file) =>
        readProc(`/proc/${pid}/${file}`),
      )
      const marks = `${command}\0${environment}`
      if (/^State:\s+Z/m.test(status) || !marks.includes(marker)) return []
      if (without !== undefined && marks.includes(without)) return []
      const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1])
      return [{ pid: Number(pid), parent, command: command.replaceAll('\0', ' ').trim() }]
    })
}

function readProc(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // It has ended, or belongs to another user.
    return ''
  }
}
