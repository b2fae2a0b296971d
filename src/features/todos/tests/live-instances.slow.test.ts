import { beforeAll, expect, test } from 'vitest'
import { atEnd } from '@plinth/testing/runner/at-end.ts'
import { signedInClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { requireBuild } from '@plinth/testing/runner/require-build.ts'
import { startApp, type RunningApp } from '@plinth/testing/programs/running-app.ts'
import { createEmptyDatabase } from '@plinth/testing/test-database.ts'
import { startDatabaseProxy } from '@plinth/testing/http/database-proxy.ts'
import { PASSWORD, urlOf } from '@plinth/testing/http/open-app.ts'
import { openStream, type TodoEvent } from './todo-stream.ts'

const TICKS = 11

let env: Record<string, string>
let first: RunningApp
let second: RunningApp
let ada: HttpClient

beforeAll(async () => {
  requireBuild()
  const proxy = await startDatabaseProxy(urlOf(await createEmptyDatabase()))
  atEnd(() => proxy.close())
  env = {
    DEMO_PASSWORD: PASSWORD,
    BETTER_AUTH_SECRET: 'k3vT9mQ2xW8zR5nB7cJ4hL6pD1sF0gYa',
    DATABASE_URL: proxy.url,
  }
  first = await startApp({ env })
  // As behind a load balancer: all instances use the address of the first.
  env.APP_URL = first.url
  second = await startApp({ env })
  atEnd(async () => void (await Promise.all([first.stop(), second.stop()])))
  ada = await signedInClient(first.url, { email: 'ada@example.com', password: PASSWORD })
})

async function call(procedure: string, input: object): Promise<{ id: string; version: number }> {
  const answer = await ada.post(`/api/trpc/todos.${procedure}`, { json: input })
  expect(answer.status).toBe(200)
  const { result } = (await answer.json()) as { result: { data: { json: { id: string; version: number } } } }
  return result.data.json
}

const isTicked = (id: string, completed: boolean) => (event: TodoEvent) =>
  event.changed.some((todo) => todo.id === id && todo.completed === completed)

test('a to-do ticked on one instance always reaches the stream of another', async () => {
  const { id } = await call('create', { text: 'Fire the kiln' })
  const stream = await openStream(second.url, ada.cookie())
  const whole = await stream.until((event) => event.isWhole)
  expect(whole.changed.map((todo) => todo.id)).toContain(id)
  const delays: number[] = []
  for (let count = 0; count < TICKS; count += 1) {
    const completed = count % 2 === 0
    await call('update', { id, completed })
    const answeredAt = performance.now()
    await stream.until(isTicked(id, completed))
    delays.push(performance.now() - answeredAt)
  }
  await stream.close()
  // Milliseconds. Polling every five seconds alone would delay each event by about that long.
  expect(delays.toSorted((a, b) => a - b)[(TICKS - 1) / 2]).toBeLessThan(2_500)
})

test('killing and restarting an instance loses nothing: the stream continues after the last event sent', async () => {
  const kept = await call('create', { text: 'Stays' })
  const deleted = await call('create', { text: 'Goes' })
  const before = await openStream(second.url, ada.cookie())
  const whole = await before.until((event) => event.changed.some((todo) => todo.id === deleted.id))
  await second.kill()
  await before.ended()

  await call('update', { id: kept.id, completed: true })
  await call('delete', { id: deleted.id })
  const added = await call('create', { text: 'Written meanwhile' })
  second = await startApp({ env, port: second.port })
  const after = await openStream(second.url, ada.cookie(), whole.lastEventId)
  const missed = await after.until(() => true)
  expect(missed.isWhole).toBe(false)
  expect(missed.changed.map((todo) => todo.id).toSorted()).toEqual([kept.id, added.id].toSorted())
  expect(missed.changed.find((todo) => todo.id === kept.id)?.completed).toBe(true)
  expect(missed.deleted).toEqual([deleted.id])
  const later = await call('create', { text: 'And on it goes' })
  await after.until((event) => event.changed.some((todo) => todo.id === later.id))
  await after.close()
})

test('an instance that shuts down closes its streams, so that browsers reconnect to another', async () => {
  const third = await startApp({ env })
  const stream = await openStream(third.url, ada.cookie())
  await stream.until((event) => event.isWhole)
  const stopped = third.stop()
  await stream.ended()
  expect(await stopped).toBe(0)
})
