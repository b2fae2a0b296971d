import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failureOf, OfflineError } from '#/lib/wire-error.ts'
import { createMessageLoader, type FetchMessages } from './message-loader.ts'
import { readText } from './read-text.ts'
import type { Language } from './languages.ts'

// Whether there are such languages makes no difference here.
const de = 'de' as string as Language
const es = 'es' as string as Language

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function makeLoader(fetchMessages: FetchMessages) {
  const loader = createMessageLoader(fetchMessages)
  const read = (language: Language, key: string) =>
    readText({ language, catalog: loader.catalogOf(language) }, key)
  return { ...loader, read }
}

/** The state of a promise, without awaiting it. */
function watch(promise: Promise<unknown>): { state: 'pending' | 'done' | 'failed'; error?: unknown } {
  const seen: ReturnType<typeof watch> = { state: 'pending' }
  promise.then(
    () => (seen.state = 'done'),
    (error: unknown) => Object.assign(seen, { state: 'failed', error }),
  )
  return seen
}

test('a failing load is retried 5 times, first after 350 ms and doubling each time, and then rejects', async () => {
  const triedAtMs: number[] = []
  const loader = makeLoader(async () => {
    triedAtMs.push(Date.now())
    throw new OfflineError('Failed to fetch')
  })
  const load = watch(loader.load(de, ['profile']))
  await vi.runAllTimersAsync()
  const waitsMs = triedAtMs.slice(1).map((at, index) => at - (triedAtMs[index] ?? 0))
  expect(waitsMs).toEqual([350, 700, 1400, 2800, 5600])
  expect(load).toMatchObject({ state: 'failed', error: new Error('Texts did not load: de/profile') })
  expect(failureOf(load.error)).toMatchObject({ code: 'errors:offline', offline: true })
  expect(loader.read(de, 'profile:title')).toBeUndefined()
})

test('a load that fails twice and then works resolves after 1050 ms', async () => {
  let tries = 0
  const loader = makeLoader(async () => {
    if (++tries < 3) throw new Error('offline')
    return { profile: { title: 'Beiträge' } }
  })
  const load = watch(loader.load(de, ['profile']))
  await vi.advanceTimersByTimeAsync(1049)
  expect(load.state).toBe('pending')
  await vi.advanceTimersByTimeAsync(1)
  expect(load.state).toBe('done')
  expect(loader.read(de, 'profile:title')).toBe('Beiträge')
})

test('a failed namespace can be loaded later', async () => {
  let isOffline = true
  const loader = makeLoader(async () => {
    if (isOffline) throw new Error('offline')
    return { profile: { title: 'Beiträge' } }
  })
  const first = watch(loader.load(de, ['profile']))
  await vi.runAllTimersAsync()
  expect(first.state).toBe('failed')
  isOffline = false
  await loader.load(de, ['profile'])
  expect(loader.read(de, 'profile:title')).toBe('Beiträge')
})

test('at most 10 fetches run in parallel; the others follow as they finish', async () => {
  const waiting: (() => void)[] = []
  let running = 0
  let most = 0
  const loader = makeLoader(async () => {
    most = Math.max(most, ++running)
    await new Promise<void>((resolve) => waiting.push(resolve))
    running--
    return { x: { title: 'x' } }
  })
  const names = Array.from({ length: 25 }, (_, index) => `n${index}`)
  const load = watch(loader.load(de, names))
  while (waiting.length > 0) {
    expect(running).toBeLessThanOrEqual(10)
    waiting.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(most).toBe(10)
  expect(load.state).toBe('done')
})

test('a load that begins as another ends waits behind those that wait already', async () => {
  const ends: (() => void)[] = []
  let running = 0
  let most = 0
  const loader = makeLoader((_language, name) => {
    most = Math.max(most, ++running)
    return new Promise((resolve) =>
      ends.push(() => {
        running--
        resolve({ x: { title: name } })
      }),
    )
  })
  const fetched = Promise.withResolvers<void>()
  const loads = [
    watch(
      loader.load(
        de,
        Array.from({ length: 11 }, (_, index) => `n${index}`),
      ),
    ),
  ]
  ends.shift()?.()
  // Behind the end of that fetch, and before the load that it lets begin.
  fetched.resolve()
  void fetched.promise.then(() => loads.push(watch(loader.load(de, ['other']))))
  for (let turn = 0; turn < 12; turn++) {
    await vi.advanceTimersByTimeAsync(0)
    ends.shift()?.()
  }
  await vi.advanceTimersByTimeAsync(0)
  expect(most).toBe(10)
  expect(loads.map(({ state }) => state)).toEqual(['done', 'done'])
})

test('a failing load does not fail a parallel one', async () => {
  const loader = makeLoader(async (language) => {
    if (language === de) throw new Error('offline')
    await new Promise((resolve) => setTimeout(resolve, 60_000))
    return { profile: { title: 'Publicaciones' } }
  })
  const german = watch(loader.load(de, ['profile']))
  const spanish = watch(loader.load(es, ['profile']))
  await vi.runAllTimersAsync()
  expect(german.state).toBe('failed')
  expect(spanish.state).toBe('done')
})

test('a namespace is fetched once, and only in the requested language', async () => {
  const asked: string[] = []
  const loader = makeLoader(async (language, namespace) => {
    asked.push(`${language}/${namespace}`)
    return { [namespace]: { title: language } }
  })
  await loader.load(de, ['profile', 'account'])
  await loader.load(es, ['profile'])
  await loader.load(de, ['profile'])
  expect(asked).toEqual(['de/profile', 'de/account', 'es/profile'])
})

test('a section of all namespaces is replaced by a whole namespace, and adds to one', async () => {
  const whole = { profile: { list: { title: 'Beiträge' }, shell: { nav: 'Beiträge' } } }
  const section = { profile: { shell: { nav: 'Beiträge' } }, account: { shell: { nav: 'Konto' } } }
  const loader = makeLoader(async (_language, name) => (name === '*:shell' ? section : whole))
  await loader.load(de, ['*:shell'])
  expect(loader.read(de, 'profile:shell.nav')).toBe('Beiträge')
  expect(loader.read(de, 'profile:list.title')).toBeUndefined()
  await loader.load(de, ['profile'])
  expect(loader.read(de, 'profile:list.title')).toBe('Beiträge')
  expect(loader.read(de, 'account:shell.nav')).toBe('Konto')
})
