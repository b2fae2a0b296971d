import { createModels } from '#/ai/models.server.ts'
import type { Auth } from '#/auth/auth.server.ts'
import { pendingSecondFactorActor, type Actor } from '#/access/actor.ts'
import { providePublicEvents } from '#/audit/audit.server.ts'
import { provideAttachments } from '#/attachments/attachments.server.ts'
import { provideReferences } from '#/references/references.server.ts'
import { readCookies, type AuthCookies } from '#/auth/cookies.server.ts'
import {
  openSessionReads,
  readSession,
  signedOut,
  type SignedIn,
  readPendingSecondFactor,
} from '#/auth/session.server.ts'
import { provideUserColumns } from '#/auth/user-columns.server.ts'
import { listBackups } from '#/backup/kept-backups.server.ts'
import { errorStore } from '#/db/error-store.server.ts'
import { connectDatabase } from '#/db/connect-database.server.ts'
import { watchClock } from '#/db/clock.server.ts'
import type { OpenDatabase } from '#/db/database.server.ts'
import { acquireEmbeddedServer, type EmbeddedServer } from '@plinth/postgres'
import { prepareDataDir } from '#/env/data-dir.server.ts'
import { signingSecret } from '#/env/signing-secret.server.ts'
import { provideMails } from '#/email/mail-template.server.ts'
import { startJobs } from '#/jobs/jobs.server.ts'
import { openLive } from '#/realtime/live.server.ts'
import { openRedis, provideRedis } from '#/redis/redis.server.ts'
import { createErrorCounter } from '#/log/error-groups.server.ts'
import { createLog } from '#/log/log.server.ts'
import { watchLoop } from '#/log/loop-watch.server.ts'
import { requireSharedStorage } from '#/storage/installation.server.ts'
import type { Application } from '#/feature.server.ts'
import { openStorage } from '#/storage/open-storage.server.ts'
import { openTracing } from '#/tracing/tracing.server.ts'
import { installed, readReference, readRowsWithFiles } from '../registry/installed.server.ts'
import { mails } from '../registry/mails.server.ts'
import { readSettings } from '../registry/settings.server.ts'
import { userColumns } from '../registry/user-columns.server.ts'
import { applicationJobs, INTERRUPTED_AFTER_MS } from '../registry/jobs.server.ts'
import { prepareDemo, type Demo } from '../registry/demo/demo.server.ts'
import { openMetrics, type Metrics } from './metrics.server.ts'

/** The parts of a running instance, and what only the application itself uses. */
export type Services = Application & {
  pool: OpenDatabase['pool']
  /** For readiness only. */
  probe: OpenDatabase['probe']
  /** Better Auth, loaded by the first call. */
  auth: () => Promise<Auth>
  /** Undefined while METRICS_TOKEN is not set. */
  metrics: Metrics | undefined
  /** Returns the session behind these cookies. Throws AppError unavailable when the database is down. */
  identify(cookies: AuthCookies): Promise<SignedIn>
  /** Returns the session of a request. Throws AppError invalid for a malformed Cookie header. */
  signedIn(headers: Headers): Promise<SignedIn>
  /** Reads the actor of a long-running request again. Streams that ask at the same time share one query. */
  actorNow(headers: Headers): Promise<Actor>
  /** While there are demo accounts. */
  demo: Demo | undefined
  /** Stops jobs and live updates. The database stays open for work that is still running. Idempotent. */
  retire(): Promise<void>
  /** Retires, then closes the connections and the embedded server. Idempotent. */
  close(): Promise<void>
}

let services: Promise<Services> | undefined

/** Returns the services of this process, opened by the first call. Throws EnvError or EmbeddedServerError. */
export function getServices(): Promise<Services> {
  return (services ??= openServices())
}

/** For tests that run without a whole application. */
export function provideServices(given: Services): void {
  services = Promise.resolve(given)
}

// Development re-evaluates every module after a change (packages/cli/src/dev); only this survives it.
const kept = globalThis as { embeddedServer?: Promise<EmbeddedServer> }
// Several evaluations share the server briefly, so each uses few connections and closes them when idle. They
// are opened while modules are compiled, which may hold the process for seconds.
const pooling = import.meta.env.DEV
  ? { max: 6, idleTimeoutMillis: 1_000, connectionTimeoutMillis: 30_000 }
  : {}

async function openServices(): Promise<Services> {
  const env = readSettings((line) => console.error(`! ${line}`))
  const errors = createErrorCounter()
  const log = createLog(env.LOG_LEVEL, errors.add)
  prepareDataDir(env.DATA_DIR)
  const secret = signingSecret(env)
  provideMails(mails())
  provideUserColumns(userColumns())
  providePublicEvents(installed().publicEvents)
  provideReferences(readReference)
  provideAttachments(readRowsWithFiles)
  const tracing = env.OTEL_EXPORTER_OTLP_ENDPOINT
    ? await openTracing(env.OTEL_EXPORTER_OTLP_ENDPOINT)
    : undefined
  const models = await createModels({ env, log })
  const server = env.DATABASE_URL
    ? undefined
    : await (kept.embeddedServer ??= acquireEmbeddedServer({ dataDir: env.DATA_DIR, log }))
  const connection = { ...(server?.connection ?? { connectionString: env.DATABASE_URL }), ...pooling }
  const directUrl = env.DATABASE_DIRECT_URL
  const database = await connectDatabase({ connection, directUrl, log })
  const { db, pool, probe, direct } = database
  const store = errorStore()
  if (store) errors.start((groups) => store(db, groups))
  const redis = env.REDIS_URL ? await openRedis(env.REDIS_URL, log) : undefined
  provideRedis(redis)
  const live = openLive(directUrl === undefined ? connection : { connectionString: directUrl }, log)
  const clock = await watchClock({ direct, probe }, log)
  const storage = await openStorage(env)
  await requireSharedStorage({ db, place: storage.place, env })
  // Partial uploads that a crash left behind.
  await storage
    .sweep(INTERRUPTED_AFTER_MS)
    .catch((error: unknown) => log.warn({ err: error }, 'interrupted uploads could not be deleted'))
  const demo = await prepareDemo({ db, env, log, storage, live })
  const background = await applicationJobs({ env, log, secret, db, direct, storage, models, live })
  const metrics = env.METRICS_TOKEN
    ? await openMetrics({
        pool,
        live,
        sendsMail: env.SMTP_URL !== undefined,
        listBackups: env.BACKUPS === 'off' ? undefined : () => listBackups(db, env),
      })
    : undefined
  const loop = watchLoop(log)
  const running = await startJobs({ db, pool: direct, log, jobs: background.jobs })
  async function identify(cookies: AuthCookies): Promise<SignedIn> {
    const token = cookies.get('session')
    const found = token === undefined ? signedOut : await readSession(db, token)
    const pendingSecondFactor = found.viewer === null ? await readPendingSecondFactor(db, cookies) : undefined
    return pendingSecondFactor
      ? { actor: pendingSecondFactorActor, viewer: null, pendingSecondFactor }
      : found
  }

  const cookiesOf = (headers: Headers) => readCookies(headers.get('cookie'), { secret, appUrl: env.APP_URL })
  const sessionByToken = openSessionReads(db)
  async function actorNow(headers: Headers): Promise<Actor> {
    const cookies = cookiesOf(headers)
    const token = cookies.get('session')
    const found = token === undefined ? undefined : await sessionByToken(token)
    return (found ?? (await identify(cookies))).actor
  }

  let auth: Promise<Auth> | undefined
  async function openAuth(): Promise<Auth> {
    const [{ createAuth }, { authRegistry }] = await Promise.all([
      import('#/auth/auth.server.ts'),
      import('../registry/auth.server.ts'),
    ])
    return createAuth({ env, secret, log, parts: (await authRegistry()).parts })
  }

  let retiring: Promise<void> | undefined
  const retire = () =>
    (retiring ??= (async () => {
      clock.stop()
      loop.stop()
      await Promise.all([running.stop(), live.close()])
      background.close()
      redis?.close()
      await Promise.all([tracing?.close(), errors.stop()])
    })())
  let closing: Promise<void> | undefined
  return {
    env,
    log,
    secret,
    pool,
    probe,
    db,
    direct,
    demo,
    auth: () => (auth ??= openAuth()),
    storage,
    live,
    models,
    metrics,
    identify,
    signedIn: async (headers) => identify(cookiesOf(headers)),
    actorNow,
    retire,
    close: () =>
      (closing ??= (async () => {
        await retire()
        await errors.stop()
        await database.close()
        await server?.release()
      })()),
  }
}
