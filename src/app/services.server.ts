import path from 'node:path'
import type pg from 'pg'
import { createModels, type Models } from '#/core/ai/models.server.ts'
import { createAuth, type Auth } from '#/core/auth/auth.server.ts'
import { halfSignedInActor } from '#/core/access/actor.ts'
import { challengeOf, readHalfSignedIn } from '#/core/auth/security/half-signed-in.server.ts'
import { readCookies, type AuthCookies } from '#/core/auth/cookies.server.ts'
import { readSession, signedOut, type SignedIn } from '#/core/auth/session.server.ts'
import { openDatabase, type OpenDatabase } from '#/core/db/database.server.ts'
import { acquireEmbeddedServer } from '#/core/db/embedded/embedded-server.server.ts'
import { migrateDatabase } from '#/core/db/migrate.server.ts'
import { getEnv, type Env } from '#/core/env/env.server.ts'
import { signingSecret } from '#/core/env/signing-secret.server.ts'
import { provideTexts } from '#/core/i18n/server-texts.server.ts'
import { startJobs } from '#/core/jobs/jobs.server.ts'
import { openLive, type Live } from '#/core/realtime/live.server.ts'
import { openRedis, provideRedis } from '#/core/redis/redis.server.ts'
import { createLog, type Log } from '#/core/log/log.server.ts'
import { createDiskStorage, type Storage } from '#/core/storage/storage.server.ts'
import { openTracing } from '#/core/tracing/tracing.server.ts'
import { catalogs } from './catalogs.server.ts'
import { applicationJobs } from './application-jobs.server.ts'
import { settleDemo } from './demo.server.ts'
import { openMetrics, type Metrics } from './metrics.server.ts'

/** What a running instance is made of; opened once per process. */
export type Services = {
  env: Env
  log: Log
  secret: string
  pool: pg.Pool
  db: OpenDatabase['db']
  auth: Auth
  storage: Storage
  live: Live
  models: Models
  /** Undefined while METRICS_TOKEN is not set. */
  metrics: Metrics | undefined
  /** Who these cookies stand for. Throws AppError unavailable when the database is away. */
  identify(cookies: AuthCookies): Promise<SignedIn>
  /** The same of a request, whose Cookie header may be refused as invalid. */
  signedIn(headers: Headers): Promise<SignedIn>
  /** The password of the demo accounts, while there are any. */
  demoPassword: string | undefined
  /** Ends jobs, connections and the embedded server, in this order. Idempotent. */
  close(): Promise<void>
}

// The development server loads this module again after every change; the database must not be opened again with it.
const holder = globalThis as { plinthServices?: Promise<Services> }

/** The services of this process, opened by the first call. Throws EnvError or EmbeddedServerError, whose message says what to do. */
export function getServices(): Promise<Services> {
  holder.plinthServices ??= openServices()
  return holder.plinthServices
}

async function openServices(): Promise<Services> {
  const env = getEnv()
  const log = createLog(env.LOG_LEVEL)
  const secret = signingSecret(env)
  provideTexts(catalogs)
  const tracing = env.OTEL_EXPORTER_OTLP_ENDPOINT ? await openTracing(env.OTEL_EXPORTER_OTLP_ENDPOINT) : undefined
  const models = await createModels({ env, log })
  const server = env.DATABASE_URL ? undefined : await acquireEmbeddedServer({ dataDir: env.DATA_DIR, log })
  const connection = server?.connection ?? { connectionString: env.DATABASE_URL }
  const { db, pool, close: closePool } = openDatabase(connection, log)
  const redis = env.REDIS_URL ? await openRedis(env.REDIS_URL, log) : undefined
  provideRedis(redis)
  const live = openLive(connection, log)
  await migrateDatabase(pool)
  const storage = createDiskStorage(path.join(env.DATA_DIR, 'files'))
  const demoPassword = await settleDemo({ db, env, log, storage })
  const application = applicationJobs({ env, log, storage, embedding: models.embedding })
  const metrics = env.METRICS_TOKEN ? await openMetrics({ pool, live, sendsMail: env.SMTP_URL !== undefined }) : undefined
  const running = await startJobs({ db, pool, log, jobs: application.jobs })
  async function identify(cookies: AuthCookies): Promise<SignedIn> {
    const token = cookies.get('session')
    const found = token === undefined ? signedOut : await readSession(db, token)
    const challenge = found.viewer === null ? challengeOf(cookies) : undefined
    const half = challenge === undefined ? undefined : await readHalfSignedIn(db, challenge)
    return half ? { actor: halfSignedInActor, viewer: null, half } : found
  }

  let closing: Promise<void> | undefined
  return {
    env,
    log,
    secret,
    pool,
    db,
    demoPassword,
    auth: createAuth({ db, env, secret, log }),
    storage,
    live,
    models,
    metrics,
    identify,
    signedIn: async (headers) => identify(readCookies(headers.get('cookie'), { secret, appUrl: env.APP_URL })),
    close: () =>
      (closing ??= (async () => {
        await live.close()
        await running.stop()
        application.close()
        redis?.close()
        await tracing?.close()
        await closePool()
        await server?.release()
      })()),
  }
}
