// npm run test:container: runs each step of the Dockerfile without a container engine, in a clean Debian with
// the same commands, users and variables; then the image's command until its health check passes. Takes some
// minutes and needs root and Debian's debootstrap.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const PORT = '39417'
const HEALTHY_WITHIN_MS = 60_000
const ENDED_WITHIN_MS = 20_000
// The image's user `node`.
const NODE_USER = 1000

type Stage = { root: string; folder: string; env: Record<string, string>; user: number }

if (process.getuid?.() !== 0 || spawnSync('which', ['debootstrap']).status !== 0) {
  console.error('This needs root and debootstrap: apt-get install debootstrap')
  process.exit(2)
}
const place = mkdtempSync(path.join(tmpdir(), 'plinth-container-'))
chmodSync(place, 0o755)
const stages = new Map<string, Stage>()
let stage: Stage | undefined
let health: string[] = []
let command: string[] = []
try {
  const base = timed('debootstrap', () => makeBase(path.join(place, 'base')))
  for (const { word, rest } of readDockerfile('Dockerfile'))
    timed(`${word} ${rest}`, () => apply(word, rest, base))
  await serve()
  console.log('\nThe image runs, is healthy, and ends on SIGTERM.')
} finally {
  rmSync(place, { recursive: true, force: true })
}

function timed<T>(title: string, work: () => T): T {
  const startedAt = Date.now()
  const result = work()
  console.log(`✓ ${title.slice(0, 100)}  ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
  return result
}

/** What the image node:*-bookworm-slim has: Debian, Node and npm, and the user `node`. */
function makeBase(root: string): string {
  run('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', root])
  const modules = path.join(root, 'usr/local/lib/node_modules')
  mkdirSync(modules, { recursive: true })
  cpSync(process.execPath, path.join(root, 'usr/local/bin/node'))
  const npm = path.resolve(process.env.npm_execpath ?? fail('Run it with npm'), '../..')
  cpSync(npm, path.join(modules, 'npm'), { recursive: true, dereference: true })
  run('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', path.join(root, 'usr/local/bin/npm')])
  run('chroot', [root, 'useradd', '--create-home', '--uid', String(NODE_USER), 'node'])
  for (const file of ['/etc/resolv.conf', process.env.NODE_EXTRA_CA_CERTS ?? ''])
    if (file !== '') cpSync(file, path.join(root, file), { dereference: true })
  return root
}

function readDockerfile(file: string): { word: string; rest: string }[] {
  const lines = readFileSync(file, 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
  return lines.flatMap((line) => {
    const [word = '', ...rest] = line.trim().split(' ')
    return word === '' ? [] : [{ word, rest: rest.join(' ') }]
  })
}

function apply(word: string, rest: string, base: string): void {
  if (word === 'FROM') return openStage(rest, base)
  if (!stage) throw new Error(`${word} before FROM`)
  const { root } = stage
  if (word === 'WORKDIR') {
    stage.folder = rest
    mkdirSync(path.join(root, rest), { recursive: true })
  } else if (word === 'ENV') Object.assign(stage.env, variablesIn(rest))
  else if (word === 'USER') stage.user = rest === 'node' ? NODE_USER : 0
  else if (word === 'COPY') copy(rest, stage)
  else if (word === 'RUN') run('chroot', [root, '/bin/sh', '-c', `cd ${stage.folder} && ${rest}`], stage.env)
  else if (word === 'CMD') command = JSON.parse(rest) as string[]
  else if (word === 'HEALTHCHECK') health = JSON.parse(rest.slice(rest.indexOf('['))) as string[]
  else if (word !== 'EXPOSE') throw new Error(`${word} is not known here`)
}

function openStage(rest: string, base: string): void {
  const [, , name = 'last'] = rest.split(' ')
  const root = path.join(place, name)
  run('cp', ['-a', base, root])
  const { PATH = '', NODE_EXTRA_CA_CERTS } = process.env
  // A registry behind a proxy with certificates of its own.
  const certificates: Record<string, string> = NODE_EXTRA_CA_CERTS ? { NODE_EXTRA_CA_CERTS } : {}
  const opened: Stage = { root, folder: '/', env: { PATH, HOME: '/root', ...certificates }, user: 0 }
  stages.set(name, opened)
  stage = opened
}

function variablesIn(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/(\w+)=("[^"]*"|\S+)/g)]
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value.replaceAll('"', '')]))
}

/** `.` is this folder without what .dockerignore names. */
function copy(rest: string, { root, folder }: Stage): void {
  const words = rest.split(' ')
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length)
  const names = words.filter((word) => !word.startsWith('--'))
  const target = path.join(root, path.resolve(folder, names.pop() ?? ''))
  for (const name of names) {
    const source = from === undefined ? path.resolve(name) : path.join(stages.get(from)?.root ?? '', name)
    if (name === '.')
      run('sh', ['-c', `tar -c --exclude-from=.dockerignore . | tar -x -C ${target} --no-same-owner`])
    else if (existsSync(path.join(source, 'package.json'))) run('cp', ['-a', `${source}/.`, target])
    else cpSync(source, name.includes('.') ? path.join(target, name) : target, { recursive: true })
  }
}

function run(program: string, args: readonly string[], env: Record<string, string> = {}): void {
  const { status, stderr, stdout } = spawnSync(program, args, {
    encoding: 'utf8',
    env: program === 'chroot' ? { PATH: process.env.PATH, ...env } : process.env,
  })
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`)
}

/** Starts the image's command as its user, on loopback, with the settings that a public server needs. */
async function serve(): Promise<void> {
  const { root, folder, env, user } = stage ?? fail('The Dockerfile has no stage')
  const settings = {
    APP_URL: 'https://app.example.com',
    HOST: '127.0.0.1',
    PORT,
    BETTER_AUTH_SECRET: 'only-for-this-run-0123456789abcdefghij',
    DATABASE_URL: 'embedded',
    SMTP_URL: 'smtp://127.0.0.1:1025',
  }
  const enter = (words: readonly string[]) => [
    '--fork',
    '--pid',
    '--mount',
    `--root=${root}`,
    `--wd=${folder}`,
    '--mount-proc',
    '--setuid',
    String(user),
    '--setgid',
    String(user),
    ...words,
  ]
  const app = spawn('unshare', enter(command), {
    env: { ...env, HOME: '/home/node', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [app.stdout, app.stderr])
    stream.on('data', (bytes: Buffer) => (printed += bytes.toString()))
  const ended = new Promise<number | null>((resolve) => app.once('exit', resolve))
  try {
    await healthy(() => spawnSync('unshare', enter(health), { env: { ...env, PORT } }).status === 0, app)
    for (const page of ['/', '/login'])
      if ((await fetch(`http://127.0.0.1:${PORT}${page}`)).status !== 200)
        throw new Error(`${page} is not 200`)
  } catch (error) {
    console.error(printed)
    throw error
  } finally {
    spawnSync('pkill', ['-TERM', '-P', String(app.pid)])
  }
  const code = await Promise.race([ended, pause(ENDED_WITHIN_MS, 'late' as const, { ref: false })])
  if (code !== 0) throw new Error(`The command ended with ${code}:\n${printed}`)
}

async function healthy(check: () => boolean, app: ChildProcess): Promise<void> {
  const startedAt = Date.now()
  while (!check()) {
    if (app.exitCode !== null || Date.now() - startedAt > HEALTHY_WITHIN_MS)
      throw new Error('The health check never passed')
    await pause(500)
  }
  console.log(`✓ healthy after ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
}

function fail(message: string): never {
  throw new Error(message)
}
