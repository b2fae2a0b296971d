import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import path from 'node:path'
import type { Cluster } from './cluster.ts'
import type { Row } from './drill.ts'
import { BETWEEN_PAGES_MS, BETWEEN_WRITES_MS, GIVES_UP_AFTER_MS, WRITERS } from './writes.ts'

const packages = ['patroni', 'etcd-server', 'haproxy', 'pgbouncer', 'redis-server']
const head = [
  'fault',
  'acknowledged',
  'lost',
  'doubled',
  'seconds without',
  'writes refused',
  'pages refused',
]

/** Writes workshop/docs/proof.md. */
export async function publishProof(
  rows: readonly Row[],
  { instances, cluster }: { instances: number; cluster: Cluster },
) {
  const commit = run('git', ['rev-parse', '--short', 'HEAD'])
  const versions = packages.map((name) => `${name} ${run('dpkg-query', ['-W', '-f', '${Version}', name])}`)
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`
  const day = new Date().toISOString().slice(0, 10)
  const table = [head, head.map(() => '---'), ...rows.map(cellsOf)].map((cells) => `| ${cells.join(' | ')} |`)
  const text = `# Proof: what fails, and what is lost

Written by \`npm run cluster -- drill --publish\` as root. Which settings follow from it, and what was given up, is in
\`docs/decisions/044-high-availability.md\`.

\`\`\`
users → HAProxy → ${instances} instances → a PgBouncer each → a HAProxy each → PostgreSQL, the one that Patroni calls primary
\`\`\`

Three machines of the database have PostgreSQL, Patroni and etcd, each in a network namespace and on a disk of its own. A
commit waits for one standby. Redis and an S3 server run beside them.

- ${WRITERS} signed-in users create something every ${BETWEEN_WRITES_MS / 1000} s, each with an idempotency key. An attempt ends after ${GIVES_UP_AFTER_MS / 1000} s. One that was refused
  is repeated with the same key, after \`Retry-After\` or half a second, until it is acknowledged.
- **Lost** was acknowledged and is not in the database afterwards; **doubled** is there twice.
- **Seconds without** is the longest time between two acknowledgements, over all users.
- **Refused** is what attempts saw besides success; pages are a signed-in dashboard every ${BETWEEN_PAGES_MS / 1000} s. \`503\` is the
  application's, in the user's language, with \`Retry-After\`.

<!-- numbers -->

Run on ${day} at ${commit}, ${machine}, next to other work on the machine. PostgreSQL ${await versionOf(cluster)}, ${versions.join(', ')}.

${table.join('\n')}

<!-- end of numbers -->

What this can't show: the loss of power, a disk that lies about what it has stored, a slow network, and two faults at once.
All of it is one machine with one clock, except where the table says so.
`
  writeFileSync(path.resolve(import.meta.dirname, '../docs/proof.md'), text)
}

/** A row of the table. */
export function cellsOf(row: Row): string[] {
  if ('skipped' in row) return [row.what, `not caused: it ${row.skipped}`, '', '', '', '', '']
  const { acknowledged, lost, doubled, open, silentMs, refusals, pages, pageFailures } = row.result
  const waiting = open > 0 ? `, ${open} never acknowledged` : ''
  return [
    row.what,
    `${acknowledged}${waiting}`,
    String(lost),
    String(doubled),
    (silentMs / 1000).toFixed(1),
    listed(refusals),
    `${listed(pageFailures)} of ${pages}`,
  ]
}

const listed = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([what, count]) => `${count} × ${what}`).join(', ') || 'none'

const run = (program: string, args: string[]) => execFileSync(program, args, { encoding: 'utf8' }).trim()

async function versionOf(cluster: Cluster): Promise<string> {
  const database = await cluster.connect()
  const { rows } = await database.query<{ version: string }>(
    "select current_setting('server_version') as version",
  )
  await database.end()
  return rows[0]?.version ?? ''
}
