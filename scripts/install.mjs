// Plain JavaScript: this runs under the machine's own Node, before anything is installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
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

const MIN_NODE_TO_INSTALL = [20, 19]
// The first that runs TypeScript as it is.
const MIN_NODE_TO_RUN = [22, 18]

function isOlderThan([major, minor]) {
  const [ownMajor = 0, ownMinor = 0] = process.versions.node.split('.').map(Number)
  return ownMajor < major || (ownMajor === major && ownMinor < minor)
}

/**
 * Ends the process when this Node can't do what is needed. npm brings a Node of its own for some systems
 * only.
 */
function requireNode() {
  const nodePackage = `node_modules/node-${isWindows ? 'win' : process.platform}-${process.arch}`
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  const min = packages[nodePackage] ? MIN_NODE_TO_INSTALL : MIN_NODE_TO_RUN
  if (isOlderThan(min))
    fail(
      `Node ${process.versions.node} is too old. Install Node ${min.join('.')} or newer (24 is best): https://nodejs.org/en/download`,
    )
}

/** Installs from the lockfile when it has changed since the last time or nothing is there. */
export async function ensureInstalled() {
  requireNode()
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .update(process.platform + process.arch)
    .digest('hex')
  const isInstalled = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted
  if (isInstalled()) return
  takeTurn()
  try {
    // Another process was first.
    if (!isInstalled()) await install(wanted)
  } finally {
    rmSync(lockFile, { force: true })
  }
}

async function install(wanted) {
  console.log('Installing dependencies (once per lockfile)...')
  // Development tools are part of it: the build needs them, whatever NODE_ENV says.
  const [npm, ...first] = npmCommand()
  const code = await run(npm, [
    ...first,
    'ci',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  if (code !== 0) {
    rmSync(lockFile, { force: true })
    fail(
      'npm ci failed. Its own message is above; with a folder that is not writable or no network, mend that and run this again.',
    )
  }
  mkdirSync(path.dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, wanted)
}

/**
 * On Windows npm is a batch file, which takes a shell, and a shell takes a path apart at its spaces: there
 * Node runs npm's own script.
 */
function npmCommand() {
  if (!isWindows) return ['npm']
  const running = process.env.npm_execpath
  const own = path.join(path.dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js')
  return [process.execPath, running?.endsWith('npm-cli.js') ? running : own]
}

/**
 * Waits until nobody else installs into this folder: two at once delete each other's files. A process that is
 * gone has left its turn.
 */
function takeTurn() {
  for (let looks = 0; ; looks++) {
    try {
      return writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
    } catch (error) {
      if (error.code !== 'EEXIST')
        fail(`This folder is not writable (${error.code}): the dependencies can't be installed into it.`)
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
  const place = isWindows ? [`node-win-${process.arch}`, 'bin', 'node.exe'] : ['.bin', 'node']
  const pinned = path.join(root, 'node_modules', ...place)
  if (existsSync(pinned)) return pinned
  if (isOlderThan(MIN_NODE_TO_RUN)) {
    const { versions, platform, arch } = process
    fail(
      `npm installed no Node for ${platform}-${arch}, and Node ${versions.node} is too old to run the application. ` +
        `Install Node ${MIN_NODE_TO_RUN.join('.')} or newer (24 is best): https://nodejs.org/en/download`,
    )
  }
  return process.execPath
}

/** Runs `node ...args` under the pinned Node with the project's tools in PATH; answers its exit code. */
export function runPinned(args, env = {}) {
  const bin = path.join(root, 'node_modules', '.bin')
  return run(pinnedNode(), ['--disable-warning=ExperimentalWarning', ...args], {
    PATH: `${bin}${path.delimiter}${process.env.PATH}`,
    ...env,
  })
}

/**
 * Runs a program and answers its exit code. A signal that asks to stop is passed on and ends this process as
 * soon as the program has ended: what the caller would do next is never begun.
 */
function run(program, args, env = {}) {
  const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  let stoppedBy
  const stop = (signal) => {
    stoppedBy ??= signal
    // A terminal sends Ctrl-C to the child as well; a second one would cut short what it does to stop well.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  const watching = whenNpmIsGone(() => stop('SIGTERM'))
  return new Promise((resolve) => {
    child.on('exit', (code, signal) => {
      clearInterval(watching)
      const ended = code ?? 128 + (constants.signals[signal] ?? 0)
      if (stoppedBy !== undefined) process.exit(ended)
      resolve(ended)
    })
    child.on('error', (error) => fail(`${program} did not start: ${error.message}`))
  })
}

/** npm passes SIGTERM on to its shell only, which dies of it and tells nobody. */
function whenNpmIsGone(callback) {
  if (process.env.npm_lifecycle_event === undefined) return undefined
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    callback()
  }, 200)
  return timer
}
