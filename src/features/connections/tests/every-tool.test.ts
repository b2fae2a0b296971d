// Every tool of every installed feature, called by an app of each kind of user of the matrix: it may what its
// user may in a session, within its scopes.
import { beforeAll, expect, test } from 'vitest'
import { may } from '@plinth/core/access'
import { translateTo } from '@plinth/core/server'
import { limitCounter } from '@plinth/core/internal/limits/limits.table.server.ts'
import { createWorld, type World } from '../../../../tests/matrix/actors.ts'
import { publicSettings, sharedApp, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { createConnection } from './create-connection.ts'
import { oauthClient } from './oauth-client.ts'
import { toolNameOf, tools } from './tools.ts'

provideAllTexts()
const t = translateTo('en')
const refusals = [t('errors:forbidden'), t('errors:verifyFirst')]

let app: AppUnderTest
let oauth: ReturnType<typeof oauthClient>
let world: World
beforeAll(async () => {
  app = await sharedApp()
  oauth = oauthClient(app)
  world = await createWorld(app.db, { secret: publicSettings.BETTER_AUTH_SECRET, appUrl: app.url })
})

/** Whether the call is refused for lack of rights; undefined if there is no such tool for this token. */
async function isRefused(
  token: string,
  { name, hasInput }: (typeof tools)[number],
): Promise<boolean | undefined | 401> {
  const input = hasInput ? { id: 'unknown' } : {}
  const answer = await oauth.ask(token, 'tools/call', { name: toolNameOf(name), arguments: input })
  if (answer.status === 401) return 401
  const text = await answer.text()
  if (text.includes('There is no tool')) return undefined
  const { result } = JSON.parse(text) as { result: { content: { text: string }[] } }
  return refusals.includes(result.content[0]?.text ?? '')
}

test.each(tools.map((tool) => [tool.name, tool] as const))('%s', async (_name, tool) => {
  await app.db.delete(limitCounter)
  const { rule, isQuery, scope } = tool
  const resource = scope.replace(/:.*/, '')
  for (const { column, actor } of world.callers) {
    // An app has no session in which somebody impersonates its user.
    if (!actor || actor.impersonatedBy !== null) continue
    const tokenFor = async (...scopes: string[]) =>
      (await createConnection(app.db, actor, { appUrl: app.url, scopes })).token
    const expected = column === 'banned' ? 401 : !may({ ...actor, role: 'user' }, rule)
    const outside = column === 'banned' ? 401 : undefined
    expect(await isRefused(await tokenFor(`${resource}:read`), tool), column).toBe(
      isQuery ? expected : outside,
    )
    expect(await isRefused(await tokenFor(`${resource}:write`), tool), column).toBe(expected)
    expect(await isRefused(await tokenFor('nothing:write'), tool), column).toBe(outside)
  }
})
