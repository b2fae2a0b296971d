import { causesOf } from '#/lib/causes.ts'
import { StartError } from '#/lib/start-error.ts'
import { databaseCode, databaseFailure } from './database-error.server.ts'

const TLS_CODE = /^(SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|CERT_|ERR_TLS|ERR_SSL)/
const NO_TLS = 'The server does not support SSL connections'

// By code and message: https://www.postgresql.org/docs/current/errcodes-appendix.html, and Node's for TLS.
const fixes: readonly (readonly [reason: RegExp, fix: string])[] = [
  [
    /^08P01 .*startup parameter/,
    'DATABASE_URL or DATABASE_DIRECT_URL goes through a connection pooler such as PgBouncer: set DATABASE_DIRECT_URL to the database itself (postgres://user:password@host:5432/name).',
  ],
  [
    /^28000 .*no encryption/,
    'It accepts encrypted connections only: add ?sslmode=verify-full to DATABASE_URL, and &sslrootcert=/path/to/ca.pem if its certificate is of an authority of your own.',
  ],
  [
    /^28000 /,
    'Check the user in DATABASE_URL: whether it may log in, and whether pg_hba.conf allows it from here.',
  ],
  [/does not support SSL connections$/, 'Turn on its TLS, or remove sslmode from DATABASE_URL.'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID /, 'Use the host that its certificate is for in DATABASE_URL.'],
  [
    TLS_CODE,
    "Its certificate can't be verified: add &sslrootcert=/path/to/ca.pem to DATABASE_URL, with the authority that signed it.",
  ],
  [
    /^42501 /,
    'The user in DATABASE_URL may not change the schema: make it the owner of the database and its tables, or use their owner.',
  ],
  [
    /^(42P07|42710|42P06|42701) /,
    'It already has tables, which are not those of this application: set DATABASE_URL to an empty database.',
  ],
]

/**
 * Returns one line for what a database answers at the start, with what to do; undefined for an error that is
 * not from a database or explains itself.
 */
export function explainStart(error: unknown): StartError | undefined {
  for (const at of causesOf(error)) {
    if (at.name === 'StartError' || at.name === 'MissingMigrationError') return undefined
    const { code = '', message } = at
    const isFromDatabase = databaseCode(at) === code || TLS_CODE.test(String(code)) || message === NO_TLS
    if (!isFromDatabase && (at.cause || !databaseFailure(at))) continue
    const reason = `${String(code)} ${message}`.trim()
    const fix = fixes.find(([what]) => what.test(reason))?.[1]
    const elseCheck = 'Check host, port, name and password.'
    return new StartError(`The database can't be used (${reason}). ${fix ?? elseCheck}`, { cause: error })
  }
  return undefined
}
