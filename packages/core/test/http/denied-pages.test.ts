import { expect, test } from 'vitest'
import { screens } from '@plinth/testing/browser/screens.ts'
import { signedInClient } from '@plinth/testing/http-client.ts'
import { PASSWORD, sharedApp } from '@plinth/testing/http/open-app.ts'

test('a page that a member may not see is an unknown one, in its status and all of its HTML', async () => {
  const app = await sharedApp()
  const member = await signedInClient(app.url, { email: 'ada@example.com', password: PASSWORD })
  const seen = async (path: string) => {
    const response = await fetch(app.url + path, { headers: { cookie: member.cookie() } })
    const html = await response.text()
    // Scripts hold what the server has read, with times; the address stands in the links to itself.
    const shown = html.replaceAll(/<script[\s\S]*?<\/script>/g, '').replaceAll(path, '')
    return { status: response.status, title: /<title>.*?<\/title>/.exec(html)?.[0], body: bodyOf(shown) }
  }
  const unknown = await seen('/dashboard/nowhere')
  expect(unknown.status).toBe(404)
  expect(unknown.body).toContain('data-slot="sidebar"')
  const forAdmins = screens.admin.map(({ path }) => path).filter((path) => !/[:?]/.test(path))
  expect(forAdmins.length).toBeGreaterThan(0)
  for (const path of forAdmins) expect(await seen(path), path).toEqual(unknown)
})

const bodyOf = (html: string) => html.slice(html.indexOf('<body')).replaceAll(/ nonce="[^"]*"/g, '')
