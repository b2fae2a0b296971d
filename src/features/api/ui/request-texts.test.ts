import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { curlOf, typescriptOf } from './request-texts.ts'

const url = 'http://localhost:3000/api/v1/things'
const body = JSON.stringify({ title: `it's "quoted" $HOME`, lines: 'a\nb' }, null, 2)

test('a shell passes the body of a command on as it is', () => {
  const command = curlOf({ method: 'POST', url, body }).replace(/^curl/, `printf '%s\\n'`)
  const passed = execFileSync('sh', ['-c', command], { encoding: 'utf8', env: { API_KEY: 'a-key' } })
  expect(passed).toBe(
    [
      '-X',
      'POST',
      url,
      '-H',
      'Authorization: Bearer a-key',
      '-H',
      'Content-Type: application/json',
      '-d',
      body,
      '',
    ].join('\n'),
  )
})

test('a request for reading has no method and no body', () => {
  expect(curlOf({ method: 'GET', url, body: null })).toBe(
    `curl '${url}' \\\n  -H "Authorization: Bearer $API_KEY"`,
  )
  expect(typescriptOf({ method: 'GET', url, body: null })).not.toMatch(/method|body|content-type/)
})

test('the TypeScript sends the same body', () => {
  const code = typescriptOf({ method: 'POST', url, body })
  const [, given = ''] = /JSON\.stringify\(([^]*?)\),\n\}\)/.exec(code) ?? []
  expect(JSON.parse(given)).toEqual(JSON.parse(body))
})
