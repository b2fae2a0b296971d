import pg from 'pg'

/**
 * Where the driver connects to: a host or the folder of a Unix socket, the same with a port that is not the
 * usual one, and the database. Throws for what `databaseUrlFault` finds.
 */
export function readDatabaseUrl(connectionString: string): {
  host: string
  server: string
  database: string
} {
  // Also reads PGHOST and the parameters of the URL.
  const { host, port, database = '' } = new pg.Client({ connectionString })
  return { host, server: port === 5432 ? host : `${host}:${port}`, database }
}

/**
 * Returns what is wrong with the URL of a PostgreSQL server and what to do, without repeating a password;
 * undefined for one that the driver can use. `others` are words that the setting takes instead.
 */
export function databaseUrlFault(url: string, others: readonly string[] = []): string | undefined {
  const [, authority = '', rest = ''] = /^postgres(?:ql)?:\/\/([^/?#]*)(.*)$/s.exec(url) ?? []
  if (authority + rest === '')
    return ['must start with postgres://', ...others.map((word) => `be the word ${word}`)].join(' or ')
  // The end of a password with a raw / ? or # in it: a parser would take what is before for the host.
  if (/[#@]/.test(rest)) return INVALID
  if (authority.split('@').at(-1)?.includes(','))
    return 'names several hosts: name one, the primary or the proxy in front of them'
  try {
    readDatabaseUrl(url)
    return undefined
  } catch (error) {
    const { code, path: file } = error as NodeJS.ErrnoException
    return file === undefined ? INVALID : `names a file that can't be read (${code} ${file})`
  }
}

const INVALID =
  'is not a valid URL; in a password, write : / ? @ # % and spaces as %3A %2F %3F %40 %23 %25 %20'
