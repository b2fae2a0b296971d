import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tabTo } from '@plinth/testing/browser/by-keyboard.ts'
import { arrived, expect, hydrated } from '@plinth/testing/browser/fixtures.ts'
import { inDatabase } from '@plinth/testing/browser/in-database.ts'
import { button, en, openSettings, section } from '@plinth/testing/browser/settings-page.ts'
import { soundAndFitting } from '@plinth/testing/browser/sound-and-fitting.ts'
import { test } from '@plinth/testing/browser/team-fixtures.ts'
import { oauthProgram, type Tokens } from '../tests/oauth-program.ts'

const APP_TITLE = 'Back in the app'
const url = process.env.TEST_URL ?? ''

/** Waits for the browser like a program on the user's computer. */
async function listen() {
  const server = createServer((_request, answer) =>
    answer.end(`<title>${APP_TITLE}</title><link rel="icon" href="data:,">`),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { redirect: `http://127.0.0.1:${port}/callback`, close: () => server.close() }
}

/** An app that has read what the server says of itself. */
async function discover() {
  const metadata = await fetch(`${url}/.well-known/oauth-authorization-server/api/auth`)
  const server = (await metadata.json()) as { protected_resources: string[]; scopes_supported: string[] }
  const program = oauthProgram({
    url,
    resource: server.protected_resources[0] ?? '',
    beforeRegistration: () => inDatabase("delete from limit_counter where key like '%:address:%'", []),
  })
  return { program, scopes: server.scopes_supported }
}

test('an app is connected after signing in, by keyboard, works, and no longer once its access is removed', async ({
  page,
  settle,
}) => {
  const user = await settle()
  await page.context().clearCookies()
  const { program, scopes } = await discover()
  const app = await listen()
  const { client_id: clientId } = await program.register({ redirect_uris: [app.redirect] })
  const writing = scopes.find((scope) => scope.endsWith(':write'))
  const scope = ['account:read', ...(writing === undefined ? [] : [writing])].join(' ')

  await page.goto(
    program.authorizeUrl(clientId, { redirect_uri: app.redirect, scope: `${scope} nothing:read` }),
  )
  await arrived(page, '/login')
  await page.locator('#email').fill(user.email)
  await page.locator('#password').fill(user.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText(en('connections:issue.unknownScope'))).toBeVisible()
  await soundAndFitting(page, 'a request that is refused')

  await page.goto(program.authorizeUrl(clientId, { redirect_uri: app.redirect, scope }))
  await hydrated(page)
  await expect(page.getByText(user.email)).toBeVisible()
  await expect(page.getByText(new URL(app.redirect).host)).toBeVisible()
  await soundAndFitting(page, 'the consent page')
  if (writing !== undefined) {
    const box = page.getByRole('checkbox', { name: en('connections:connect.mayWrite') })
    await expect(box).not.toBeChecked()
    await expect(page.getByText(en('connections:connect.writeHint'))).toBeVisible()
    await tabTo(page, box)
    await page.keyboard.press('Space')
    await expect(box).toBeChecked()
  }
  await tabTo(page, button(page, en('connections:connect.accept')))
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle(APP_TITLE)

  const code = new URL(page.url()).searchParams.get('code') ?? ''
  const given = await program.exchange(clientId, code, { redirect_uri: app.redirect })
  const { access_token: token, scope: granted } = (await given.json()) as Tokens
  expect(granted).toBe(`${scope} offline_access`)
  expect(await program.toolsOf(token)).toContain('account_read')

  await openSettings(page)
  const own = section(page, en('connections:shell.title'))
  await expect(own.getByRole('listitem')).toContainText('Claude')
  await expect(own.getByRole('listitem')).toContainText(en('connections:lastUsed'))
  await button(own, en('connections:disconnect')).click()
  await button(page.getByRole('alertdialog'), en('connections:disconnect')).click()
  await expect(own.getByText(en('connections:none'))).toBeVisible()
  expect(await program.statusOf(token)).toBe(401)
  app.close()
})

test('an app that is declined is told so', async ({ page, settle }) => {
  await settle()
  const { program } = await discover()
  const app = await listen()
  const { client_id: clientId } = await program.register({ redirect_uris: [app.redirect] })
  await page.goto(program.authorizeUrl(clientId, { redirect_uri: app.redirect }))
  await hydrated(page)
  await button(page, en('connections:connect.decline')).click()
  await expect(page).toHaveTitle(APP_TITLE)
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
  app.close()
})
