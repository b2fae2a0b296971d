import { demoPassword } from '../../bench/demo-session.ts'
import type { FeatureBenches } from '../../bench/feature-benches.ts'
import type { Bench } from '../../bench/report.ts'
import { bodyOf, read } from '../../bench/requests.ts'
import { cpuMsOfProcess } from '@plinth/testing/cpu-time.ts'
import { signedInClient } from '@plinth/testing/http-client.ts'
import { startApp } from '@plinth/testing/programs/running-app.ts'

// A user may send 600 requests a minute with keys, a key 120: four users with five keys each.
const USERS = ['ada', 'ben', 'cleo', 'dan']
const KEYS_EACH = 5
const CALLS = 1_000
const WARM_UP = 100

const VERSION = '2026-07-28'
const message = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'account_read',
    arguments: {},
    _meta: {
      'io.modelcontextprotocol/protocolVersion': VERSION,
      'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
})

const bench: Bench = {
  how: `account.read over each face in turn, ${CALLS} times after a warm-up, one request at a time; CPU time of the application, demo database`,
  async run() {
    const app = await startApp({ env: { DEMO_PASSWORD: demoPassword } })
    try {
      const users = await Promise.all(
        USERS.map((name) =>
          signedInClient(app.url, { email: `${name}@example.com`, password: demoPassword }),
        ),
      )
      const keys: string[] = []
      for (const client of users)
        for (let count = 0; count < KEYS_EACH; count++) {
          const input = { name: 'Bench', scopes: ['account:read'] }
          const created = await bodyOf(client.post('/api/trpc/apiKeys.create', { json: input }), 'create')
          keys.push(/plinth_\w+/.exec(created)?.[0] ?? '')
        }
      const bearer = (count: number) => ({ authorization: `Bearer ${keys[count % keys.length]}` })
      const rest = (count: number) =>
        bodyOf(fetch(`${app.url}/api/v1/account`, { headers: bearer(count) }), 'REST')
      const mcp = (count: number) =>
        bodyOf(
          fetch(`${app.url}/api/mcp`, {
            method: 'POST',
            headers: {
              ...bearer(count),
              'content-type': 'application/json',
              accept: 'application/json, text/event-stream',
              'mcp-protocol-version': VERSION,
              'mcp-method': 'tools/call',
              'mcp-name': 'account_read',
            },
            body: message,
          }),
          'MCP',
        )
      const faces = {
        'tRPC, with a session': async (count: number) => {
          const client = users[count % users.length]
          if (client) await read(client, 'account.read')
        },
        'REST, with a key': rest,
        'MCP, with a key': mcp,
      }
      const perCall: Record<string, number> = {}
      for (const [name, call] of Object.entries(faces)) {
        for (let count = 0; count < WARM_UP; count++) await call(count)
        const before = cpuMsOfProcess(app.pid)
        for (let count = 0; count < CALLS; count++) await call(count)
        perCall[name] = (cpuMsOfProcess(app.pid) - before) / CALLS
      }
      return Object.entries(perCall).map(([name, value]) => ({
        what: `${name}, CPU per call`,
        value,
        unit: 'ms' as const,
      }))
    } finally {
      await app.stop()
    }
  },
}

export const benches: FeatureBenches = { own: { api: async () => bench } }
