import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isMissing } from '../is-missing.ts'
import { atEnd } from '../runner/at-end.ts'

const OPENSSL = '/usr/bin/openssl'

/** Missing on some machines of developers, never in CI. */
export const isOpensslMissing = isMissing(OPENSSL)

const key = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'

type Files = { key: string; cert: string }

function make(options: string): Files {
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-certificate-'))
  atEnd(async () => rmSync(folder, { recursive: true }))
  const files = { key: path.join(folder, 'key.pem'), cert: path.join(folder, 'cert.pem') }
  const made = [...`${key} ${options}`.split(' '), '-keyout', files.key, '-out', files.cert]
  execFileSync(OPENSSL, made, { stdio: 'ignore' })
  return files
}

const forHost = (host: string) => `-subj /CN=${host} -addext subjectAltName=DNS:${host}`

/** Makes a self-signed certificate for localhost. Returns the paths of its files. */
export const makeCertificate = (): Files => make(forHost('localhost'))

/** Makes an authority, which issues certificates for hosts. */
export function makeAuthority() {
  const authority = make('-subj /CN=authority')
  return {
    cert: authority.cert,
    issue: (host: string) =>
      make(
        `-CA ${authority.cert} -CAkey ${authority.key} -addext basicConstraints=CA:FALSE ${forHost(host)}`,
      ),
  }
}
