import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { currentTransaction } from '#/db/current-transaction.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { currentAuthTransaction, type AuthContext } from './auth-context.server.ts'

/** Limit for wrong passwords of one account: twenty in 15 minutes, then a wait of 15 minutes that doubles. */
export const PASSWORD_GUESSES = { max: 20, windowSeconds: 900, doubles: true } as const

/** The counter of those guesses; the sign-in endpoint uses the same name. */
export const passwordGuessesOf = (email: string) => `auth/sign-in/email:account:${email}`

// OWASP Password Storage Cheat Sheet, Argon2id: 19 MiB, 2 passes, 1 lane.
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const TAG_BYTES = 32

// One per processor, at most three: one of the four threads of the pool stays free for other work. A longer
// queue would only make everyone wait.
const RUNNING_MAX = Math.max(1, Math.min(3, availableParallelism()))
const WAITING_MAX = 60

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>

let running = 0
const waiting: (() => void)[] = []

async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= RUNNING_MAX) {
    if (waiting.length >= WAITING_MAX)
      throw new AppError('unavailable', 'errors:unavailable', { retryAfterSeconds: 3 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

type Work = { checks: readonly { hash: string; password: string }[]; chosen: readonly string[] }

/** The key of `AuthContext['passwords'].checked`. */
export const checkOf = (hash: string, password: string) => `${hash} ${password}`

/**
 * Hashes and verifies the passwords of a Better Auth request before its transaction, which would hold a
 * connection for that time: inside one, results are only looked up. Hashes new passwords only if all checks
 * pass. Throws unavailable when the queue is full.
 */
export async function hashAhead({ checks, chosen }: Work): Promise<AuthContext['passwords']> {
  const checked = new Map<string, boolean>()
  const hashed = new Map<string, string>()
  for (const { hash, password } of checks)
    checked.set(checkOf(hash, password), await verifyPassword({ hash, password }))
  const isPassed = [...checked.values()].every(Boolean)
  for (const password of isPassed ? chosen : []) hashed.set(password, await hashPassword(password))
  return { checked, hashed }
}

/**
 * Throws unavailable inside a transaction when a result was not prepared: another request has changed the
 * password since, or the endpoint doesn't declare that it hashes.
 */
function refuseInTransaction(): void {
  if (!currentTransaction()) return
  const refusal = new AppError('unavailable', 'errors:unavailable', { retryAfterSeconds: 1 })
  const request = currentAuthTransaction()
  // The library would respond with an error of its own.
  if (request) request.failure ??= refusal
  throw refusal
}

// regex-reviewed: some 40 characters of our own
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/**
 * Hashes a password as a PHC string (`$argon2id$v=19$m=19456,t=2,p=1$...`). Accepts any password: Better Auth
 * also hashes input for an unknown address, which must respond like a known one. The endpoint's schema
 * validates new passwords.
 */
export async function hashPassword(password: string): Promise<string> {
  const ready = currentAuthTransaction()?.passwords.hashed.get(password)
  if (ready !== undefined) return ready
  refuseInTransaction()
  const salt = randomBytes(16)
  const tag = await withSlot(() =>
    derive('argon2id', {
      message: Buffer.from(password.normalize('NFKC')),
      nonce: salt,
      memory: MEMORY_KIB,
      passes: PASSES,
      parallelism: LANES,
      tagLength: TAG_BYTES,
    }),
  )
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(salt)}$${base64(tag)}`
}

/**
 * Whether the password matches the hash; false for a hash in another format. Takes the same time for every
 * wrong password.
 */
export async function verifyPassword({
  hash,
  password,
}: {
  hash: string
  password: string
}): Promise<boolean> {
  const ready = currentAuthTransaction()?.passwords.checked.get(checkOf(hash, password))
  if (ready !== undefined) return ready
  refuseInTransaction()
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash)
  if (!parts) return false
  const [, memory, passes, lanes, salt = '', tag = ''] = parts
  const expected = Buffer.from(tag, 'base64')
  const actual = await withSlot(() =>
    derive('argon2id', {
      message: Buffer.from(password.normalize('NFKC')),
      nonce: Buffer.from(salt, 'base64'),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(lanes),
      tagLength: expected.length,
    }),
  )
  return timingSafeEqual(actual, expected)
}
