// Plain JavaScript: this runs under the machine's own Node, before anything is installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { npmCommand } from './npm-command.mjs'
import { showProgress } from './progress.mjs'

// scripts/run.mjs has changed to it.
const root = process.cwd()

const stampFile = path.join(root, 'node_modules', '.plinth-installed')
// Next to node_modules, which an install empties.
const lockFile = path.join(root, '.plinth-installing')
const isWindows = process.platform === 'win32'

/** Ends the process with one line that says what to do. */
export function fail(line) {
  console.error(`\n✗ ${line}\n`)
  process.exit(1)
}

const MIN_NODE_TO_INSTALL = [20, 19]
// The first version with Argon2.
const MIN_NODE_TO_RUN = [24, 7]

function isOlderThan([major, minor]) {
  const [ownMajor = 0, ownMinor = 0] = process.versions.node.split('.').map(Number)
  return ownMajor < major || (ownMajor === major && ownMinor < minor)
}

/**
 * Exits the process if this Node is too old. The minimum is higher on systems for which npm has no Node
 * package, because the application then runs under this Node.
 */
function requireNode() {
  const nodePackage = `node_modules/node-${isWindows ? 'win' : process.platform}-${process.arch}`
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  const min = packages[nodePackage] ? MIN_NODE_TO_INSTALL : MIN_NODE_TO_RUN
  if (isOlderThan(min))
    fail(
      `Node ${process.versions.node} is too old. Install Node ${min.join('.')} or newer: https://nodejs.org/en/download`,
    )
}

/**
 * Installs the lockfile's dependencies if they are missing or the lockfile has changed: those of the server
 * alone, or those of development too. `isNew`: the caller has just done it.
 */
export async function ensureInstalled({ development, isNew = false }) {
  requireNode()
  const hash = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .update(process.platform + process.arch)
    .digest('hex')
  const server = `${hash} server`
  const isInstalled = () => {
    const stamp = existsSync(stampFile) && readFileSync(stampFile, 'utf8')
    return stamp === hash || (!development && stamp === server)
  }
  const wanted = development ? hash : server
  if (isNew) return writeFileSync(stampFile, wanted)
  // Links to the packages of another project, which an install here would take them from.
  if (isInstalled() || isLinked()) return
  takeTurn()
  try {
    // Another process may have installed them first.
    if (!isInstalled()) await install(wanted, development)
  } finally {
    rmSync(lockFile, { force: true })
  }
}

/** Whether the packages are those of another project. */
export function isLinked() {
  return lstatSync(stampFile, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

async function install(wanted, development) {
  const packages = packageFiles(development)
  // Complete packages of an earlier lockfile: npm changes what differs, which takes seconds.
  const isChange = existsSync(stampFile)
  rmSync(stampFile, { force: true })
  const what = development ? 'dependencies' : 'what the server needs'
  const done = showProgress(`Installing ${what} (once per lockfile)`, () => {
    const count = packages.filter((file) => existsSync(file)).length
    return { text: `${count} of ${packages.length} packages`, share: count / packages.length }
  })
  // Whatever NODE_ENV says.
  const [npm, ...first] = npmCommand()
  const code = await run(npm, [
    ...first,
    ...(isChange ? ['install', '--no-save'] : ['ci']),
    development ? '--include=dev' : '--omit=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  const seconds = done()
  if (code !== 0) {
    rmSync(lockFile, { force: true })
    fail(
      'npm failed, see its message above. If the folder is not writable or there is no network, fix that and run this again.',
    )
  }
  mkdirSync(path.dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, wanted)
  console.log(`Installed in ${seconds} s.`)
}

/** The files that exist once npm has unpacked the packages that every system needs. */
function packageFiles(development) {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(packages)
    .filter(
      ([folder, { optional, link, dev }]) =>
        folder.startsWith('node_modules/') && !optional && !link && (development || !dev),
    )
    .map(([folder]) => path.join(root, folder, 'package.json'))
}

/**
 * Acquires the install lock of this folder, waiting for its holder: concurrent installs delete each other's
 * files. Removes the lock of a process that has ended.
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
    // The file is briefly empty while it is being written.
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

/** Returns the path of the Node the lockfile pins, or of the machine's own if npm has none for the system. */
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

/** Whether this process runs under the pinned Node. */
export const isPinned = () => realpathSync(pinnedNode()) === realpathSync(process.execPath)

/** Runs `node ...args` under the pinned Node, with the project's tools in PATH. Returns its exit code. */
export function runPinned(args, env = {}) {
  const bin = path.join(root, 'node_modules', '.bin')
  return run(pinnedNode(), ['--disable-warning=ExperimentalWarning', ...args], {
    PATH: `${bin}${path.delimiter}${process.env.PATH}`,
    // For stop-signal.ts.
    STARTED_BY: String(process.pid),
    ...env,
  })
}

/**
 * Runs a program and returns its exit code. A stop signal is forwarded, and this process then exits as soon
 * as the program has: the caller's next step never starts.
 */
function run(program, args, env = {}) {
  const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  let stoppedBy
  const stop = (signal) => {
    stoppedBy ??= signal
    // A terminal sends Ctrl-C to the child as well; a second one would cut its shutdown short.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  const watching = whenNpmIsGone(() => stop('SIGTERM'))
  return new Promise((resolve) => {
    child.on('exit', (code, signal) => {
      clearInterval(watching)
      const endedBy = stoppedBy ?? signal
      // A program that a signal interrupts may end with a code of its own for a failure.
      const ended = code === 0 || !endedBy ? (code ?? 1) : 128 + constants.signals[endedBy]
      if (stoppedBy !== undefined) process.exit(ended)
      resolve(ended)
    })
    child.on('error', (error) => fail(`${program} did not start: ${error.message}`))
  })
}

/**
 * Calls back when npm or its shell is gone: npm sends SIGTERM only to its shell, which ends without
 * forwarding it, and a killed npm leaves its shell.
 */
function whenNpmIsGone(callback) {
  if (process.env.npm_lifecycle_event === undefined) return undefined
  const parents = readParents()
  const timer = setInterval(() => {
    if (readParents() === parents) return
    clearInterval(timer)
    callback()
  }, 200)
  return timer
}

/** The parent and, of a shell that runs one command, its parent, where the system has /proc. */
function readParents() {
  const { ppid } = process
  const proc = (name) => {
    try {
      return readFileSync(`/proc/${ppid}/${name}`, 'utf8')
    } catch {
      return ''
    }
  }
  const isShell = proc('cmdline').split('\0')[1] === '-c'
  return `${ppid} ${isShell ? /\) \S (\d+)/.exec(proc('stat'))?.[1] : ''}`
}
