// Tools of others judge the headers of pages, behind a TLS server of their own.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import path from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { isOpensslMissing, makeCertificate } from '@plinth/testing/servers/certificate.ts'
import { createHttpClient } from '@plinth/testing/http-client.ts'
import { openApp, PASSWORD, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { installJudges, type Judges } from '@plinth/testing/install-judges.ts'
import { freePort } from '@plinth/testing/programs/running-app.ts'

const installed = installJudges('headers', {
  csp_evaluator: '1.1.8',
  '@mdn/mdn-http-observatory': '1.4.8',
})

describe.skipIf(!installed || isOpensslMissing)('judged by others', () => {
  const judges = installed as Judges
  let app: AppUnderTest
  let tlsPort: number
  beforeAll(async () => {
    tlsPort = await freePort()
    app = await openApp({ APP_URL: `https://localhost:${tlsPort}` })
  })

  test('csp_evaluator finds no weakness in the policy of any kind of response', async () => {
    const { CspEvaluator } = (await import(judges.urlOf('csp_evaluator/dist/evaluator.js'))) as Evaluator
    const { CspParser } = (await import(judges.urlOf('csp_evaluator/dist/parser.js'))) as Parser
    const ada = createHttpClient(app.url, `https://localhost:${tlsPort}`)
    const signIn = await ada.post('/api/auth/sign-in/email', { email: 'ada@example.com', password: PASSWORD })
    expect(signIn.status).toBe(200)
    for (const target of ['/', '/login', '/register', '/nope', '/dashboard', '/api/nope', '/favicon.svg']) {
      const policy = (await ada.get(target)).headers.get('content-security-policy') ?? ''
      const findings = new CspEvaluator(new CspParser(policy).csp).evaluate()
      const serious = findings.filter(({ severity }) => severity < SEVERITY_INFO)
      // It can't know that uploads and data are never scripts: their types are fixed, with nosniff.
      const others = serious.filter(({ type, value }) => type !== SCRIPTS_OF_OWN_HOST || value !== "'self'")
      expect(others, target).toEqual([])
    }
  })

  test('the HTTP Observatory gives a page its best grade', async () => {
    const certificate = makeCertificate()
    const server = createServer(
      { key: readFileSync(certificate.key), cert: readFileSync(certificate.cert) },
      ({ method, url, headers }, outgoing) => {
        const passed = request(
          { host: '127.0.0.1', port: app.port, method, path: url, headers },
          (answer) => {
            outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
            answer.pipe(outgoing)
          },
        )
        passed.end()
      },
    )
    await new Promise<void>((resolve) => server.listen(tlsPort, resolve))
    onTestFinished(() => void server.close())
    prepareObservatory(judges, certificate.cert)
    const { code, output } = await judges.run('mdn-http-observatory-scan', [`localhost:${tlsPort}`])
    expect(code, output).toBe(0)
    const { scan, tests } = JSON.parse(output) as Scanned
    const failed = Object.entries(tests).filter(([, { pass }]) => !pass)
    expect(failed).toEqual([])
    expect(scan).toMatchObject({ grade: 'A+', error: null })
  })
})

/** Writes what its install would download: an empty list of preloaded hosts, and our certificate to trust. */
function prepareObservatory({ folder }: Judges, cert: string): void {
  const packages = path.join(folder, 'node_modules')
  writeFileSync(path.join(packages, '@mdn/mdn-http-observatory/conf/hsts-preload.json'), '{}')
  const trusted = path.join(packages, 'node_extra_ca_certs_mozilla_bundle/ca_bundle')
  mkdirSync(trusted, { recursive: true })
  cpSync(cert, path.join(trusted, 'ca_intermediate_bundle.pem'))
}

// What csp_evaluator calls INFO is no weakness.
const SEVERITY_INFO = 60
const SCRIPTS_OF_OWN_HOST = 305

type Remark = { severity: number; type: number; value?: string }
type Evaluator = { CspEvaluator: new (csp: unknown) => { evaluate(): Remark[] } }
type Parser = { CspParser: new (policy: string) => { csp: unknown } }
type Scanned = {
  scan: { grade: string; score: number; error: unknown }
  tests: Record<string, { pass: boolean; result: string }>
}
