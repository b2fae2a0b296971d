// Plain JavaScript: this runs under the machine's own Node, before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..')
process.chdir(root)

const stampFile = path.join(root, 'node_modules', '.plinth-installed')
// Beside node_modules, which an install empties.
const lockFile = path.join(root, '.plinth-installing')
const isWindows = process.platform === 'win32'

/** Ends the process with one line that says what to do. */
export function fail(line) {
  console.error(`\n✗ ${line}\n`)
  process.exit(1)
}

/** Installs from the lockfile when it has changed since the last time or nothing is there. */
export function ensureInstalled() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) fail(`Node ${process.versions.node} is too old to begin with. Install Node 20.19 or newer.`)
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .update(process.platform + process.arch)
    .digest('hex')
  const isInstalled = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted
  if (isInstalled()) return
  takeTurn()
  try {
    // Whoever was first has done it.
    if (!isInstalled()) install(wanted)
  } finally {
    rmSync(lockFile, { force: true })
  }
}

function install(wanted) {
  console.log('Installing dependencies (once per lockfile)...')
  // Development tools are part of it: the build needs them, whatever NODE_ENV says.
  const result = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], { stdio: 'inherit', shell: isWindows })
  if (result.status !== 0) {
    rmSync(lockFile, { force: true })
    fail('npm ci failed. Its own message is above; with a folder that is not writable or no network, mend that and run this again.')
  }
  mkdirSync(path.dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, wanted)
}

/** Waits until nobody else installs into this folder: two at once delete each other's files. A process that is gone has left its turn. */
function takeTurn() {
  for (let looks = 0; ; looks++) {
    try {
      return writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
    } catch (error) {
      if (error.code !== 'EEXIST') fail(`This folder is not writable (${error.code}): the dependencies can't be installed into it.`)
    }
    const holder = readHolder()
    // Without a name for a moment while it is being written.
    if (holder ? !isRunning(Number(holder)) : looks > 20) rmSync(lockFile, { force: true })
    else if (looks === 0) console.log('Waiting for another process that installs the dependencies...')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
  }
}

function readHolder() {
  try {
    return readFileSync(lockFile, 'utf8')
  } catch {
    return ''
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** The Node that the lockfile pins; on systems for which none is packed, the machine's own. */
export function pinnedNode() {
  const pinned = path.join(root, 'node_modules', '.bin', isWindows ? 'node.cmd' : 'node')
  return existsSync(pinned) ? pinned : process.execPath
}

/** Runs `node ...args` under the pinned Node with the project's tools in PATH; answers its exit code. Passes Ctrl-C and SIGTERM on and waits. */
export function runPinned(args, env = {}) {
  const bin = path.join(root, 'node_modules', '.bin')
  const child = spawn(pinnedNode(), ['--disable-warning=ExperimentalWarning', ...args], {
    stdio: 'inherit',
    shell: isWindows,
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}`, ...env },
  })
  // A terminal sends Ctrl-C to the child as well; a second one would cut short what it does to stop well.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => {
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)))
    child.on('error', (error) => fail(`${pinnedNode()} did not start: ${error.message}`))
  })
}
