import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Bench } from './report.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** The size of an install on the disk of this machine. */
export const bench: Bench = {
  how: 'node_modules as it is; packages that this system installs, of those the lockfile knows',
  async run() {
    const { packages } = JSON.parse(
      readFileSync(path.join(root, 'node_modules/.package-lock.json'), 'utf8'),
    ) as { packages: Record<string, unknown> }
    return [
      {
        what: 'node_modules',
        value: bytesIn(path.join(root, 'node_modules')) / 1_000_000,
        unit: 'MB',
        target: { atMost: 600 },
      },
      {
        what: 'packages',
        value: Object.keys(packages).length,
        unit: 'count',
        target: { atMost: 600 },
      },
    ]
  },
}

/** As `du` counts: whole blocks. */
function bytesIn(folder: string): number {
  let bytes = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name)
    bytes += lstatSync(place).blocks * 512
    if (entry.isDirectory()) bytes += bytesIn(place)
  }
  return bytes
}
