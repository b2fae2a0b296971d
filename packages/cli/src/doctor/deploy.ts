import { randomUUID } from 'node:crypto'
import { lookup, resolveTxt } from 'node:dns/promises'
import { text } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import { createTransport } from 'nodemailer'
import { BACKUP_OLD_AFTER_MS, openBackups } from '@plinth/core/internal/backup/kept-backups.server.ts'
import type { Env } from '@plinth/core/internal/env/env.server.ts'
import { openStorage } from '@plinth/core/internal/storage/open-storage.server.ts'
import { createId } from '@plinth/core/internal/lib/create-id.ts'
import { parseSender } from '@plinth/core/internal/lib/mail-address.ts'
import { countedAddress } from './counted-address.ts'
import { bad, good, type Finding } from './finding.ts'
import { judgeMailRecords } from './mail-records.ts'

const WITHIN_MS = 10_000
const CLOCK_MAX_MS = 10_000
const CERTIFICATE_DAYS = 14

/** What only matters for a public server, asked from this machine through the public address. */
export async function deployFindings(env: Env): Promise<Finding[]> {
  if (env.isLocal)
    return [bad('Deploy', `${env.APP_URL} is local mode`, 'Set APP_URL and HOST of the public server.')]
  const { protocol } = new URL(env.APP_URL)
  return [
    await dns(env),
    ...(protocol === 'https:' ? [await certificate(env)] : []),
    ...(await publicAnswer(env)),
    ...(await proxies(env)),
    ...(await mailDelivery(env)),
    await storedFile(env),
    await backup(env),
  ]
}

async function dns({ APP_URL }: Env): Promise<Finding> {
  const { hostname } = new URL(APP_URL)
  try {
    const found = await lookup(hostname, { all: true })
    return good('DNS', `${hostname} is ${found.map(({ address }) => address).join(', ')}`)
  } catch (error) {
    return bad('DNS', `${hostname} is not known (${codeOf(error)})`, 'Create an A or AAAA record for it.')
  }
}

function certificate({ APP_URL }: Env): Promise<Finding> {
  const { hostname, port } = new URL(APP_URL)
  return new Promise((resolve) => {
    const socket = connectTls({
      host: hostname,
      port: Number(port || 443),
      servername: hostname,
      timeout: WITHIN_MS,
    })
    const end = (finding: Finding) => {
      socket.destroy()
      resolve(finding)
    }
    socket.once('secureConnect', () => {
      const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / 86_400_000)
      end(
        days >= CERTIFICATE_DAYS
          ? good('TLS', `${socket.getProtocol()}, the certificate is valid for ${days} days`)
          : bad('TLS', `the certificate expires in ${days} days`, 'Check that its renewal runs.'),
      )
    })
    socket.once('timeout', () =>
      end(bad('TLS', `${hostname} does not respond`, 'Check the proxy and the firewall.')),
    )
    socket.once('error', (error) =>
      end(
        bad(
          'TLS',
          `no trusted connection (${codeOf(error)})`,
          'The proxy must send a certificate for this host with its whole chain.',
        ),
      ),
    )
  })
}

/** Asks the application through the proxy: whether it is this one, how it is reached and what time it has. */
async function publicAnswer({ APP_URL }: Env): Promise<Finding[]> {
  let answer: Response
  try {
    answer = await fetch(`${APP_URL}/readyz`, { signal: AbortSignal.timeout(WITHIN_MS) })
  } catch (error) {
    const says = `${APP_URL} does not respond (${codeOf((error as Error).cause ?? error)})`
    return [bad('Public', says, 'Start the application, then check the proxy.')]
  }
  const findings = [
    answer.ok
      ? good('Public', `${APP_URL} is ready`)
      : bad(
          'Public',
          `${APP_URL}/readyz returns ${answer.status}`,
          answer.status === 503
            ? 'The log says what it waits for.'
            : 'The proxy must pass every path to the application.',
        ),
  ]
  const aheadMs = Date.parse(answer.headers.get('date') ?? '') - Date.now()
  if (Math.abs(aheadMs) > CLOCK_MAX_MS)
    findings.push(
      bad(
        'Clock',
        `${APP_URL} is ${Math.round(aheadMs / 1_000)} s away from this machine`,
        'Sync both with NTP.',
      ),
    )
  const page = await fetch(`${APP_URL}/login`, { redirect: 'manual', signal: AbortSignal.timeout(WITHIN_MS) })
  if (APP_URL.startsWith('https:') && !page.headers.has('strict-transport-security'))
    findings.push(
      bad(
        'Proxy',
        'the page came without Strict-Transport-Security',
        'The proxy must not remove headers of the application.',
      ),
    )
  if (APP_URL.startsWith('https:')) findings.push(...(await plainHttp(APP_URL)))
  return findings
}

/** Returns a finding only if plain http serves pages. */
async function plainHttp(appUrl: string): Promise<Finding[]> {
  const { hostname } = new URL(appUrl)
  const answer = await fetch(`http://${hostname}/login`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(WITHIN_MS),
  }).catch(() => undefined)
  if (!answer?.ok) return []
  return [
    bad('Proxy', `http://${hostname} serves pages without TLS`, 'Redirect port 80 to https in the proxy.'),
  ]
}

async function proxies(env: Env): Promise<Finding[]> {
  if (env.TRUSTED_PROXIES.length === 0)
    return [
      bad(
        'Proxy',
        `no proxy is trusted, though something must answer for ${env.APP_URL}`,
        "Set TRUSTED_PROXIES to the proxy's address: otherwise all visitors share one limit.",
      ),
    ]
  const trusted = `${env.CLIENT_ADDRESS_HEADER} counts from ${env.TRUSTED_PROXIES.join(', ')}`
  return [good('Proxy', trusted), ...(await countedAddress(env))]
}

async function mailDelivery({ SMTP_URL, logsMail, MAIL_FROM }: Env): Promise<Finding[]> {
  // The doctor's own finding says what to do.
  if (logsMail) return []
  const findings: Finding[] = []
  if (SMTP_URL) {
    const transport = createTransport({
      url: SMTP_URL,
      connectionTimeout: WITHIN_MS,
      greetingTimeout: WITHIN_MS,
    })
    try {
      await transport.verify()
      findings.push(good('Mail', `${new URL(SMTP_URL).hostname} accepts the connection and the password`))
    } catch (error) {
      findings.push(
        bad(
          'Mail',
          `${new URL(SMTP_URL).hostname} refuses (${codeOf(error)})`,
          'Check user, password and port in SMTP_URL.',
        ),
      )
    } finally {
      transport.close()
    }
  }
  const domain = parseSender(MAIL_FROM).address.split('@')[1] ?? ''
  const [spf, dmarc] = await Promise.all([records(domain), records(`_dmarc.${domain}`)])
  return [...findings, ...judgeMailRecords(domain, { spf, dmarc })]
}

/** Undefined where the DNS can't be asked. */
async function records(name: string): Promise<string[] | undefined> {
  try {
    return (await resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    return ['ENOTFOUND', 'ENODATA'].includes(codeOf(error)) ? [] : undefined
  }
}

/** Stores a file, reads it and deletes it. */
async function storedFile(env: Env): Promise<Finding> {
  const storage = await openStorage(env)
  const id = createId()
  const content = randomUUID()
  try {
    await storage.put(id, Buffer.from(content))
    const stored = await storage.open(id)
    const read = stored && (await text(stored.stream()))
    await storage.delete(id)
    if (read === content) return good('Storage', `${storage.place.name} stores, returns and deletes`)
    return bad('Storage', `${storage.place.name} returned other bytes`, 'Use another storage.')
  } catch (error) {
    const cause = (error as Error).cause ?? error
    return bad(
      'Storage',
      `${storage.place.name} fails (${(cause as Error).name}: ${(cause as Error).message})`,
      'Give the application the right to read, write and delete there.',
    )
  }
}

async function backup(env: Env): Promise<Finding> {
  if (env.BACKUPS === 'off')
    return good('Backup', 'BACKUPS is off: somebody else backs up the database and the files')
  const place = await openBackups(env)
  const listed = await place.list().catch((error: Error) => error)
  if (listed instanceof Error)
    return bad(
      'Backup',
      `${place.name} can't be listed (${((listed.cause ?? listed) as Error).message})`,
      'Check BACKUPS_URL, its bucket and the credentials.',
    )
  const [last] = listed
  if (!last) return bad('Backup', `there is none in ${place.name}`, 'npm run backup -- FILE writes one now.')
  const hours = Math.round((Date.now() - last.at.getTime()) / 3_600_000)
  return Date.now() - last.at.getTime() <= BACKUP_OLD_AFTER_MS
    ? good('Backup', `the last one is ${hours} hours old`)
    : bad('Backup', `the last one is ${hours} hours old`, 'The log of the job "backup" says why.')
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? (error as Error).message
