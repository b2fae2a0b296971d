import { isIP } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import {
  EMBEDDING_EXPECTED,
  findMissingKeys,
  isEmbeddingSetting,
  isModelSetting,
  MODEL_EXPECTED,
} from '#/ai/model-settings.ts'
import { parseSender } from '#/lib/mail-address.ts'
import { isAddressOrRange } from '#/http/client-address.server.ts'
import { isLoopbackHost } from '#/lib/loopback.ts'
import { getBrand } from '#/brand.ts'
import { databaseUrlFault } from './database-url.server.ts'
import { findMissingPackages } from './needed-packages.server.ts'
import { isOnePlace, parseStorageUrl } from './storage-url.ts'

/** A setting is missing or invalid. The message has one line per variable and says what to do. */
export class EnvError extends Error {
  override name = 'EnvError'
}

const text = z.string().trim()
const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .default('false')
  .transform((value) => value === 'true')

/** A comma-separated list; every entry must pass `isEntry`. */
const list = (isEntry: (entry: string) => boolean, expected: string) =>
  text
    .default('')
    .transform((entries) =>
      entries
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean),
    )
    .refine((entries) => entries.every(isEntry), expected)

/** A setting: the days until something is deleted; 0 keeps it forever. */
export const retentionDays = (usual: number, atLeast = 1) =>
  z
    .string()
    .trim()
    .default(String(usual))
    .transform((days) => (/^\d{1,5}$/.test(days) ? Number(days) : -1))
    .refine(
      (days) => days === 0 || days >= atLeast,
      `must be a number of days (at least ${atLeast}), or 0 to keep them forever`,
    )

/** A setting: a key or an id that a provider has issued. */
export const credential = text
  .regex(/^[\x21-\x7e]{1,500}$/, 'must be the value from the provider, without spaces')
  .optional()

function isOrigin(value: string): boolean {
  const { origin, href } = new URL(value)
  return href === `${origin}/`
}

/** A host, at most a database number, and no query, which the library would parse as options. */
function isRedisUrl(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname, pathname, search, hash } = new URL(url)
  return hostname !== '' && /^\/?\d{0,3}$/.test(pathname) && search + hash === ''
}

function isSender(value: string): boolean {
  try {
    return parseSender(value).address !== ''
  } catch {
    return false
  }
}

/**
 * Returns the address to listen on; undefined for a name that other programs give the variable, as conda
 * and tcsh do.
 */
function listenAddress(host = ''): string | undefined {
  const address = host.trim().replace(/^\[(.*)\]$/, '$1')
  return isIP(address) !== 0 || address.toLowerCase() === 'localhost' ? address : undefined
}

const escaped = 'in a password, write : / @ # % and spaces as %3A %2F %40 %23 %25 %20'

/** The URL of a PostgreSQL server; `others` are words that stand for one. */
const databaseUrl = (...others: string[]) =>
  text.superRefine((url, { addIssue }) => {
    const fault = others.includes(url) ? undefined : databaseUrlFault(url, others)
    if (fault !== undefined) addIssue({ code: 'custom', message: fault })
  })

const bucketUrl = text
  .refine(
    (url) => parseStorageUrl(url) !== undefined,
    'must look like s3://bucket/prefix?endpoint=https://s3.example.com&region=eu-central-1',
  )
  .optional()

const schema = z.object({
  APP_URL: z
    .url({ protocol: /^https?$/, error: 'must be a URL such as https://app.example.com', abort: true })
    .refine(isOrigin, 'must be scheme, host and port only: https://app.example.com')
    .optional(),
  PORT: text
    .default('3000')
    .transform((port) => (/^\d{1,5}$/.test(port) ? Number(port) : 0))
    .refine((port) => port >= 1 && port <= 65_535, 'must be a number from 1 to 65535'),
  HOST: text.optional(),
  DATA_DIR: text.default('.data'),
  DATABASE_URL: databaseUrl('embedded').optional(),
  DATABASE_DIRECT_URL: databaseUrl().optional(),
  STORAGE_URL: bucketUrl,
  REDIS_URL: text
    .regex(/^rediss?:\/\/.+/, { error: 'must start with redis:// or rediss://', abort: true })
    .refine(isRedisUrl, `must look like redis://user:password@host:6379/0; ${escaped}`)
    .optional(),
  BETTER_AUTH_SECRET: text
    .min(32, {
      error: 'must have at least 32 characters; generate one with: openssl rand -base64 32',
      abort: true,
    })
    .refine(
      (secret) => new Set(secret).size >= 8,
      'is too easy to guess; generate one with: openssl rand -base64 32',
    )
    .optional(),
  TRUSTED_PROXIES: list(
    isAddressOrRange,
    'must be comma-separated addresses or ranges, such as 127.0.0.1, 10.0.0.0/8',
  ),
  CLIENT_ADDRESS_HEADER: text
    .regex(/^[a-z][a-z0-9-]{0,99}$/i, 'must be the name of a header, such as X-Real-IP')
    .default('X-Forwarded-For'),
  ADMIN_EMAILS: list(
    (entry) => z.email().safeParse(entry).success,
    'must be comma-separated email addresses',
  ).transform((emails) => emails.map((address) => address.toLowerCase())),
  SMTP_URL: text
    .regex(/^(?:smtps?:\/\/.+|log$)/, {
      error: 'must start with smtp:// or smtps://, or be the word log',
      abort: true,
    })
    .refine((url) => url === 'log' || URL.canParse(url), `is not a valid URL; ${escaped}`)
    .optional(),
  MAIL_FROM: text
    .refine(isSender, 'must be an address such as no-reply@example.com or Name <no-reply@example.com>')
    .default(() => `${getBrand().name} <no-reply@localhost>`),
  MAIL_REPLY_TO: text
    .refine(isSender, 'must be an address such as help@example.com or Name <help@example.com>')
    .optional(),
  AUTH_REQUIRE_VERIFIED_EMAIL: flag,
  ALLOW_INSECURE_HTTP: flag,
  CLIENT_SOURCE_MAPS: flag,
  AI_MODEL: text.refine(isModelSetting, MODEL_EXPECTED).optional(),
  AI_EMBEDDING_MODEL: text.refine(isEmbeddingSetting, EMBEDDING_EXPECTED).optional(),
  AI_API_KEY: credential,
  OPENAI_API_KEY: credential,
  ANTHROPIC_API_KEY: credential,
  GOOGLE_GENERATIVE_AI_API_KEY: credential,
  DEMO_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .max(128, 'must have at most 128 characters')
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be a URL such as http://localhost:4318', abort: true })
    .refine((url) => !/[?#]/.test(url), 'must be a URL without query: http://localhost:4318')
    .optional(),
  METRICS_TOKEN: text
    .regex(
      /^[\x21-\x7e]{16,500}$/,
      'must have 16 to 500 characters without spaces; generate one with: openssl rand -hex 32',
    )
    .optional(),
  BACKUPS: z.enum(['daily', 'off'], { error: 'must be daily or off' }).optional(),
  BACKUPS_URL: bucketUrl,
  BACKUP_PASSPHRASE: text.min(12, 'must have at least 12 characters').optional(),
  RETENTION_DAYS_AUDIT: retentionDays(0, 30),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be trace, debug, info, warn, error or silent',
    })
    .default('info'),
  NODE_ENV: z
    .enum(['development', 'production', 'test'], { error: 'must be development, production or test' })
    .default('development'),
})

/** The names of all settings of core. Features declare their own with `defineSettings`. */
export const settingNames: readonly string[] = Object.keys(schema.shape)

export type Env = Omit<
  z.output<typeof schema>,
  'APP_URL' | 'HOST' | 'DATABASE_URL' | 'SMTP_URL' | 'BACKUPS'
> & {
  /** Public origin, without a trailing slash. */
  APP_URL: string
  HOST: string
  /** Undefined: the embedded server is used. */
  DATABASE_URL: string | undefined
  /** Undefined: mail is not sent. */
  SMTP_URL: string | undefined
  /** SMTP_URL is the word log: mails are in the log, with the links and codes in them. */
  logsMail: boolean
  /** Off by default where a provider or an administrator backs up the database. */
  BACKUPS: 'daily' | 'off'
  /**
   * APP_URL is a loopback address and the server listens on loopback only: demo, mailbox and a generated
   * secret are allowed.
   */
  isLocal: boolean
}

/** An empty variable counts as absent. Throws EnvError that names every invalid one. */
function parseSettings<Shape extends z.ZodRawShape>(
  shape: z.ZodObject<Shape>,
  source: Record<string, string | undefined>,
): z.output<z.ZodObject<Shape>> {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()))
  const parsed = shape.safeParse(given)
  if (parsed.success) return parsed.data
  throw new EnvError(
    parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`).join('\n'),
  )
}

/** The environment variables of a feature. */
export type Settings<Shape extends z.ZodRawShape = z.ZodRawShape> = {
  readonly names: readonly string[]
  /** Validates the variables. Throws EnvError that names every invalid one. */
  parse(source: Record<string, string | undefined>): z.output<z.ZodObject<Shape>>
  /** The settings of this process, read once from its environment. Throws EnvError. */
  read(): z.output<z.ZodObject<Shape>>
}

/** Declares the environment variables of a feature. `findFaults` names wrong combinations, one a line. */
export function defineSettings<const Shape extends z.ZodRawShape>(
  shape: Shape,
  findFaults: (settings: z.output<z.ZodObject<Shape>>) => readonly string[] = () => [],
): Settings<Shape> {
  const settings = z.object(shape)
  const parse: Settings<Shape>['parse'] = (source) => {
    const parsed = parseSettings(settings, source)
    const faults = findFaults(parsed)
    if (faults.length > 0) throw new EnvError(faults.join('\n'))
    return parsed
  }
  let read: ReturnType<typeof parse> | undefined
  return { names: Object.keys(shape), parse, read: () => (read ??= parse(process.env)) }
}

/**
 * Validates the environment. An empty variable counts as absent. Throws EnvError that names every invalid
 * variable.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const raw = parseSettings(schema, source)
  requirePairs(raw)
  const host = listenAddress(raw.HOST) ?? '127.0.0.1'
  const appUrl = new URL(raw.APP_URL ?? `http://localhost:${raw.PORT}`)
  const isLocal = isLoopbackHost(appUrl.hostname) && isLoopbackHost(host)
  const DATABASE_URL = raw.DATABASE_URL === 'embedded' ? undefined : raw.DATABASE_URL
  const env: Env = {
    ...raw,
    APP_URL: appUrl.origin,
    HOST: host,
    DATA_DIR: path.resolve(raw.DATA_DIR),
    DATABASE_URL,
    SMTP_URL: raw.SMTP_URL === 'log' ? undefined : raw.SMTP_URL,
    logsMail: raw.SMTP_URL === 'log',
    BACKUPS: raw.BACKUPS ?? (DATABASE_URL && !raw.BACKUPS_URL ? 'off' : 'daily'),
    isLocal,
  }
  if (!isLocal) requirePublicSettings(env, raw.DATABASE_URL)
  return env
}

/** Settings that need or exclude each other. Throws EnvError with a line for each fault. */
function requirePairs(raw: z.output<typeof schema>): void {
  const lines: string[] = []
  if (raw.DATABASE_DIRECT_URL && !raw.DATABASE_URL?.startsWith('postgres'))
    lines.push('DATABASE_DIRECT_URL requires DATABASE_URL, the URL of the connection pooler.')
  if (raw.CLIENT_ADDRESS_HEADER !== 'X-Forwarded-For' && raw.TRUSTED_PROXIES.length === 0)
    lines.push('CLIENT_ADDRESS_HEADER requires TRUSTED_PROXIES, the proxies that set this header.')
  if (raw.BACKUPS_URL && raw.STORAGE_URL && isOnePlace(raw.BACKUPS_URL, raw.STORAGE_URL))
    lines.push(
      'BACKUPS_URL must be outside STORAGE_URL, because clearing the files would delete the backups.',
    )
  lines.push(...findMissingKeys(raw))
  if (lines.length > 0) throw new EnvError(lines.join('\n'))
}

function requirePublicSettings(env: Env, databaseChoice: string | undefined): void {
  const missing: string[] = []
  if (!env.BETTER_AUTH_SECRET)
    missing.push(
      'BETTER_AUTH_SECRET is required: at least 32 random characters; generate one with: openssl rand -base64 32',
    )
  if (!databaseChoice)
    missing.push(
      'DATABASE_URL is required: postgres://..., or the word embedded to keep the data in DATA_DIR',
    )
  if (!env.SMTP_URL && !env.logsMail)
    missing.push(
      'SMTP_URL is required: smtp://user:password@host:587, or for a first try the word log, to read mails in the log',
    )
  if (isInsecure(env)) {
    missing.push(
      'APP_URL must start with https://, because passwords and cookies could otherwise be read in transit; ALLOW_INSECURE_HTTP=true allows it',
    )
  }
  if (missing.length === 0) return
  const why = `${env.APP_URL} on ${env.HOST} can be reached from outside, so local mode is off:`
  throw new EnvError([why, ...missing.map((line) => `- ${line}`)].join('\n'))
}

/** Plain http to another machine; loopback addresses are fine. */
const isInsecure = ({ APP_URL, ALLOW_INSECURE_HTTP }: Env) =>
  APP_URL.startsWith('http:') && !isLoopbackHost(new URL(APP_URL).hostname) && !ALLOW_INSECURE_HTTP

let current: Env | undefined

/**
 * The settings of this process, read once from its environment, which includes `.env`. Throws EnvError, also
 * for one that needs a package which is not installed.
 */
export function getEnv(): Env {
  return (current ??= withPackages(parseEnv(process.env)))
}

function withPackages(env: Env): Env {
  const lines = findMissingPackages(env)
  if (lines.length > 0) throw new EnvError(lines.join('\n'))
  return env
}

/** The value of HOST that is no address, see `listenAddress`. */
export function ignoredHost(): string | undefined {
  const host = process.env.HOST?.trim()
  return host && listenAddress(host) === undefined ? host : undefined
}
