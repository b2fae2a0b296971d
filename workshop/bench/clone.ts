import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { npmStart, type Started } from './npm-start.ts'
import type { Bench, Measured } from './report.ts'

const root = path.resolve(import.meta.dirname, '../..')
// Not part of a clone: the repository's own folder and ignored files.
const leftOut = new Set(['.git', ...ignoredNames()])
const WITHIN_SECONDS = 900

/** How long the first start takes after cloning the project, with an empty and with a full npm cache. */
export const bench: Bench = {
  how: 'the sources copied to an empty folder, then npm start until the whole page at / is there; first with an empty npm cache',
  async run() {
    const folder = mkdtempSync(path.join(tmpdir(), 'plinth-clone-'))
    try {
      const cache = path.join(folder, 'npm-cache')
      return [
        ...rowsOf('with an empty npm cache', await cloned(folder, cache)),
        ...rowsOf('with a full npm cache', await cloned(folder, cache), 35),
      ]
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function cloned(folder: string, cache: string): Promise<Started> {
  const copy = path.join(folder, 'project')
  mkdirSync(copy)
  try {
    cpSync(root, copy, { recursive: true, filter: (source) => !leftOut.has(path.relative(root, source)) })
    const started = await npmStart({
      folder: copy,
      dataDir: path.join(copy, '.data'),
      env: { npm_config_cache: cache },
      withinSeconds: WITHIN_SECONDS,
    })
    await started.stop()
    return started
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Returns the total time, and the time of each step. */
function rowsOf(how: string, { firstPageSeconds, lines }: Started, atMost?: number): Measured[] {
  const doneAfter = (said: string) => lines.find(({ text }) => text.includes(said))?.afterSeconds ?? NaN
  const installed = doneAfter('Building...')
  const built = doneAfter('Built in')
  return [
    { what: `first page, ${how}`, value: firstPageSeconds, unit: 's' },
    {
      what: `installed and built, ${how}`,
      value: built,
      unit: 's',
      target: atMost === undefined ? undefined : { atMost },
    },
    { what: '  of it installing', value: installed, unit: 's' },
    { what: '  of it building', value: built - installed, unit: 's' },
    {
      what: '  of it starting, with a new database and the demo',
      value: firstPageSeconds - built,
      unit: 's',
    },
  ]
}

/** Returns the ignored paths that .gitignore names without a pattern. */
function ignoredNames(): string[] {
  return readFileSync(path.join(root, '.gitignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !/[#*!]/.test(line))
    .map((line) => path.normalize(line.replace(/\/$/, '')))
}
