import { expect, test } from 'vitest'
import { signedInClient } from '@plinth/testing/http-client.ts'
import { PASSWORD, sharedApp } from '@plinth/testing/http/open-app.ts'

test('no error of the API or of the Model Context Protocol repeats input of any length', async () => {
  const app = await sharedApp()
  const ada = await signedInClient(app.url, { email: 'ada@example.com', password: PASSWORD })
  const made = await ada.post('/api/trpc/apiKeys.create', {
    json: { name: 'Junk', scopes: ['account:read'] },
  })
  const [key] = /plinth_\w+/.exec(await made.text()) ?? []
  expect(key).toBeDefined()
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${key}`,
  }
  const long = 'y'.repeat(6_000)
  const huge = 'y'.repeat(400_000)
  const call = (method: string, params: object, id: unknown = 1) => ({
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
  })
  const tools = await fetch(`${app.url}/api/mcp`, { ...call('tools/list', {}), headers })
  const [, tool = ''] = /"name":"(\w+)"/.exec(await tools.text()) ?? []
  expect(tool).not.toBe('')
  const asked: [string, string, RequestInit & { headers?: Record<string, string> }][] = [
    ['a tool', '/api/mcp', call('tools/call', { name: huge, arguments: {} })],
    ['an argument', '/api/mcp', call('tools/call', { name: tool, arguments: { [huge]: 1 } })],
    ['a method', '/api/mcp', call(huge, {})],
    ['an id', '/api/mcp', call('tools/list', {}, huge)],
    ['a list as an id', '/api/mcp', call('tools/list', {}, [huge])],
    ['a version', '/api/mcp', { ...call('tools/list', {}), headers: { 'mcp-protocol-version': long } }],
    ['a parameter', `/api/v1/account?${long}=1`, {}],
    ['a field', '/api/v1/account', { method: 'POST', body: JSON.stringify({ [huge]: 1 }) }],
    ['a path', `/api/v1/${long}`, {}],
  ]
  for (const [what, path, init] of asked) {
    const answer = await fetch(app.url + path, { ...init, headers: { ...headers, ...init.headers } })
    expect(answer.status, what).toBeLessThan(500)
    expect(await answer.text(), what).not.toContain('y'.repeat(101))
  }
})
