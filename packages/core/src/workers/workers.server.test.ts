import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import type { workerTask } from '@plinth/testing/worker-task.ts'
import { defineTask, runTask } from './workers.server.ts'

const { signal } = new AbortController()

type What = Parameters<typeof workerTask>[0]['what']
const module = 'packages/testing/src/worker-task.ts'
const task = defineTask<typeof workerTask>({ module, kind: 'request', maxSeconds: 60 })
const job = defineTask<typeof workerTask>({ module, kind: 'job', maxSeconds: 60 })

type Given = Partial<Parameters<typeof runTask<typeof workerTask>>[2]> & { of?: typeof task }
const lines: unknown[] = []
const log = { warn: (line: unknown) => void lines.push(line) }
const run = async (what: What, { of = task, ...given }: Given = {}) =>
  (await runTask(of, { what }, { account: 'ada', signal, log, ...given })) as { pid: number; bytes: number }

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a process is kept for the next task of a request; a job has one of its own', async () => {
  // With a limit of its own, so that no process of another file is taken, which may be spent.
  const of = { ...task, maxMemoryMb: 300 }
  const { pid } = await run('answer', { of })
  expect((await run('answer', { of })).pid).toBe(pid)
  const first = await run('answer', { of: job })
  expect(first.pid).not.toBe(pid)
  await expect.poll(() => isRunning(first.pid)).toBe(false)
  expect(isRunning(pid)).toBe(true)
})

test('a task gets bytes as they come, tells parts, and sees no setting of the application', async () => {
  const bytes = new Blob(['abc', 'de']).stream()
  const parts: number[] = []
  expect(await run('parts', { bytes, onPart: (part) => parts.push(part) })).toMatchObject({ bytes: 5 })
  expect(parts).toEqual([0, 1, 2])
  expect(await run('answer')).toMatchObject({ bytes: 0 })
  expect(await run('settings')).toMatchObject({ env: {} })
})

test.each<[string, What, object]>([
  ['time', 'spin', { maxSeconds: 0.1 }],
  ['memory', 'fill', { maxMemoryMb: 200 }],
  ['crash', 'exit', {}],
])(
  'a task that exceeds its limits or crashes is killed and logged once: %s',
  async (reason, what, limits) => {
    const { pid } = await run('answer', { of: { ...task, ...limits } })
    lines.length = 0
    await expect(run(what, { of: { ...task, ...limits } })).rejects.toMatchObject({
      name: 'TaskEnded',
      reason,
    })
    expect(lines).toMatchObject([{ task: module, account: 'ada', reason }])
    await expect.poll(() => isRunning(pid)).toBe(false)
  },
)

test('an aborted task is killed with the reason; what a function throws is thrown', async () => {
  const given = new AbortController()
  const { pid } = await run('answer')
  const spinning = run('spin', { signal: given.signal })
  await run('answer', { account: 'grace' })
  given.abort('enough')
  await expect(spinning).rejects.toBe('enough')
  await expect.poll(() => isRunning(pid)).toBe(false)
  await expect(run('throw')).rejects.toThrow('thrown by the task')
})

test('a stream that fails fails the task', async () => {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(3)
    throw new Error('the file is gone')
  }
  await expect(run('answer', { bytes: bytes() })).rejects.toThrow('the file is gone')
})

test.each([
  ['ends', null],
  ['is killed', 'SIGKILL'],
] as const)(
  'a waiting process ends with the application, which it does not keep running: it %s',
  async (_, killedBy) => {
    const script = `
    const { runTask } = await import(${JSON.stringify(new URL('workers.server.ts', import.meta.url).href)})
    const options = { account: 'ada', signal: new AbortController().signal, log: console }
    const task = { module: '${module}', kind: 'request', maxSeconds: 60 }
    const { pid } = await runTask(task, { what: 'answer' }, options)
    console.log('worker ' + pid)
    ${killedBy ? 'setInterval(() => {}, 1000)' : ''}`
    const application = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const closed = once(application, 'close')
    const [output] = await once(application.stdout.setEncoding('utf8'), 'data')
    const pid = Number(String(output).replace('worker ', ''))
    if (killedBy) application.kill(killedBy)
    expect(await closed).toEqual(killedBy ? [null, killedBy] : [0, null])
    await expect.poll(() => isRunning(pid)).toBe(false)
  },
)
