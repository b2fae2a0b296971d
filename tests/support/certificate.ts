import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { atEnd } from './at-end.ts'

const OPENSSL = '/usr/bin/openssl'

/** Missing on some machines of developers, never in CI. */
export const isOpensslMissing = !existsSync(OPENSSL) && process.env.CI === undefined

/** Makes a self-signed certificate for localhost. Returns the paths of its files. */
export function makeCertificate(): { key: string; cert: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-certificate-'))
  atEnd(async () => rmSync(folder, { recursive: true }))
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  const made =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost'
  execFileSync(OPENSSL, [...made.split(' '), '-keyout', key, '-out', cert], { stdio: 'ignore' })
  return { key, cert }
}
