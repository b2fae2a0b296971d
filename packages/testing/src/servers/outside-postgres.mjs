import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fail } from '@plinth/cli/install.mjs'
import { freePort } from './object-storage.ts'

const NOBODY = 65_534
const packages = '/usr/lib/postgresql'

/**
 * Runs `task` with the URL of a PostgreSQL server other than the embedded one: TEST_DATABASE_URL, or else a
 * server from Debian's packages, started in a temporary folder. With neither, prints a notice and skips the
 * task.
 */
export async function withOutsidePostgres(task) {
  if (process.env.TEST_DATABASE_URL) return task(process.env.TEST_DATABASE_URL)
  const bin = newestPackage()
  if (!bin)
    return console.log(
      `\nNo PostgreSQL in ${packages} and no TEST_DATABASE_URL: the tests on an outside server were left out.`,
    )
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-outside-'))
  const dataDir = path.join(folder, 'data')
  // PostgreSQL refuses to run as root.
  const ids = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const command = (name, ...args) => {
    const { status, stderr } = spawnSync(path.join(bin, name), args, {
      cwd: '/',
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
      ...ids,
    })
    if (status !== 0) fail(`${name} of ${bin} failed: ${stderr}`)
  }
  const stop = () => {
    spawnSync(path.join(bin, 'pg_ctl'), ['-D', dataDir, '-m', 'immediate', 'stop'], { cwd: '/', ...ids })
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', stop)
  try {
    chmodSync(folder, 0o711)
    mkdirSync(dataDir)
    if (ids.uid) chownSync(dataDir, NOBODY, NOBODY)
    command('initdb', '-D', dataDir, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8')
    const port = await freePort()
    const settings = {
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: dataDir,
      max_connections: 200,
      fsync: 'off',
    }
    const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
    command('pg_ctl', '-D', dataDir, '-w', '-l', path.join(dataDir, 'log'), '-o', flags.join(' '), 'start')
    return await task(`postgres://postgres@127.0.0.1:${port}/postgres`)
  } finally {
    process.off('exit', stop)
    stop()
  }
}

function newestPackage() {
  try {
    const [newest] = readdirSync(packages).toSorted((one, other) => Number(other) - Number(one))
    return newest && path.join(packages, newest, 'bin')
  } catch {
    return undefined
  }
}
