import { getBrand } from '#/brand.ts'
import type { Redis } from '#/redis/redis.server.ts'
import { LONGEST_WAIT, type Counted, type LimitRule } from './limit-rule.ts'

const keyOf = (key: string) => `${getBrand().key}:limit:${key}`

/** Milliseconds by Redis' clock. A counter outlives its window only to remember a wait for one more day. */
const NOW = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local held = redis.call('HMGET', KEYS[1], 'count', 'resetsAt', 'waits')
local count, resetsAt, waits = tonumber(held[1]) or 0, tonumber(held[2]) or 0, tonumber(held[3]) or 0
`

// The same steps as the statement in limits.server.ts; limit-cases.ts of packages/testing tests both.
const COUNT = `${NOW}
local max, window, doubles, longest, day = tonumber(ARGV[1]), ARGV[2] * 1000, ARGV[3] == '1', tonumber(ARGV[4]), 86400000
if resetsAt <= now then
  if resetsAt <= now - day then waits = 0 end
  count, resetsAt = 1, now + window
else
  -- Only the first attempt over the limit extends the wait.
  if doubles and count == max then
    resetsAt = now + window * 2 ^ math.min(waits, longest)
    waits = waits + 1
  end
  count = count + 1
end
local number = function(value) return string.format('%.0f', value) end
redis.call('HSET', KEYS[1], 'count', number(count), 'resetsAt', number(resetsAt), 'waits', number(waits))
redis.call('PEXPIREAT', KEYS[1], number(resetsAt + (waits > 0 and day or 0)))
return { count, math.max(1, math.ceil((resetsAt - now) / 1000)) }
`

const READ = `${NOW}
if resetsAt <= now then return { 0, 0 } end
return { count, math.ceil((resetsAt - now) / 1000) }
`

type Pair = [count: number, waitSeconds: number]

/** Counts one attempt in one atomic script. Undefined when Redis is down; it may have counted anyway. */
export async function countInRedis(
  redis: Redis,
  key: string,
  { max, windowSeconds, doubles }: LimitRule,
): Promise<Counted | undefined> {
  const counted = await redis.attempt(
    (client) =>
      client.eval(COUNT, {
        keys: [keyOf(key)],
        arguments: [max, windowSeconds, doubles ? 1 : 0, LONGEST_WAIT].map(String),
      }) as Promise<Pair>,
  )
  return counted && { count: counted[0], waitSeconds: counted[1] }
}

/** The current window of a key, with a count of 0 when there is none. Undefined when Redis is down. */
export async function readInRedis(redis: Redis, key: string): Promise<Counted | undefined> {
  const found = await redis.attempt((client) => client.eval(READ, { keys: [keyOf(key)] }) as Promise<Pair>)
  return found && { count: found[0], waitSeconds: found[1] }
}

/** Deletes a key. While Redis is down the key stays until its window ends, which errs on the safe side. */
export async function clearInRedis(redis: Redis, key: string): Promise<void> {
  await redis.attempt((client) => client.del(keyOf(key)))
}
