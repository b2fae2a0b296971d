import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { anonymous, type Actor } from '#/core/access/actor.ts'
import { user } from '#/core/identity/identity.table.server.ts'
import { mailUser } from '#/core/auth/mail-user.server.ts'
import { readSession } from '#/core/auth/session.server.ts'
import { mail } from '#/core/email/mail.table.server.ts'
import { displayInCookies, formatDisplay, parseDisplay, type Display } from '#/lib/display.ts'
import { auditOf, whileAuditFails } from '../../../../tests/support/expect-audit.ts'
import { actorOf, createSession, createUser, type TestUser } from '../../../../tests/support/factories.ts'
import { failureOf } from '../../../../tests/support/failure-of.ts'
import { makeContext } from '../../../../tests/support/make-context.ts'
import { provideAllTexts } from '../../../../tests/support/provide-all-texts.ts'
import { openTestDatabase } from '../../../../tests/support/test-database.ts'
import { listMails } from './list-mails.server.ts'
import { setDisplay } from './set-display.server.ts'
import { setMail } from './set-mail.server.ts'

provideAllTexts()
const { db } = await openTestDatabase()
const large: Display = { textSize: 'large', contrast: 'more', motion: 'reduced' }
const kindsMailedTo = async ({ email }: TestUser) =>
  (await db.select({ template: mail.template }).from(mail).where(eq(mail.to, email))).map(
    ({ template }) => template,
  )
const switchMail = (actor: Actor, kind: 'newSignIn' | 'invitation', isWanted: boolean) =>
  setMail(makeContext(db, actor), { kind, isWanted })
const borrowed = (someUser: TestUser): Actor => ({ ...actorOf(someUser), impersonatedBy: 'an-admin' })

describe('how pages are shown', () => {
  test('is known with the session from the next request on, and the last choice stands', async () => {
    const ada = await createUser(db)
    const { token } = await createSession(db, actorOf(ada), { secret: 'x' })
    expect((await readSession(db, token)).viewer?.display).toBeNull()
    await setDisplay(makeContext(db, actorOf(ada)), { ...large, textSize: 'larger' })
    await setDisplay(makeContext(db, actorOf(ada)), large)
    expect(parseDisplay((await readSession(db, token)).viewer?.display)).toEqual(large)
  })

  test('is nobody else’s choice: a stranger, an admin acting as the user and a deleted account are refused', async () => {
    const ada = await createUser(db)
    expect(await failureOf(setDisplay(makeContext(db, anonymous), large))).toMatchObject({
      kind: 'unauthenticated',
    })
    expect(await failureOf(setDisplay(makeContext(db, borrowed(ada)), large))).toMatchObject({
      kind: 'forbidden',
    })
    await db.delete(user).where(eq(user.id, ada.id))
    expect(await failureOf(setDisplay(makeContext(db, actorOf(ada)), large))).toMatchObject({
      kind: 'unauthenticated',
    })
  })

  test('survives the cookie, and nonsense in it counts as nothing', () => {
    expect(displayInCookies(`a=b; display=${formatDisplay(large)}; c=d`)).toEqual(large)
    for (const cookies of [
      null,
      '',
      'display=',
      'display=huge.more.reduced',
      'display=large',
      'xdisplay=large.more.reduced',
    ]) {
      expect(displayInCookies(cookies), String(cookies)).toBeUndefined()
    }
  })
})

const newSignIn = { template: 'newSignIn', params: { browser: null, system: null } } as const

describe('a mail that is turned off', () => {
  test('is not written, while those about security are; turned on it comes again', async () => {
    const ada = await createUser(db)
    const send = () =>
      db.transaction(async (tx) => {
        await mailUser(tx, ada.id, newSignIn)
        await mailUser(tx, ada.id, { template: 'passwordChanged', params: {} })
      })
    expect(await switchMail(actorOf(ada), 'newSignIn', false)).toEqual({ newSignIn: false, invitation: true })
    await send()
    expect(await kindsMailedTo(ada)).toEqual(['passwordChanged'])
    await switchMail(actorOf(ada), 'newSignIn', true)
    await send()
    expect((await kindsMailedTo(ada)).toSorted()).toEqual(['newSignIn', 'passwordChanged', 'passwordChanged'])
  })

  test('is turned off for one user only', async () => {
    const [ada, ben] = [await createUser(db), await createUser(db)]
    await switchMail(actorOf(ada), 'newSignIn', false)
    await db.transaction((tx) => mailUser(tx, ben.id, newSignIn))
    expect(await kindsMailedTo(ben)).toEqual(['newSignIn'])
    expect(await listMails(makeContext(db, actorOf(ben)))).toEqual({ newSignIn: true, invitation: true })
  })

  test('stands in the audit log once, however often it is sent, and not without its entry', async () => {
    const ada = await createUser(db)
    await whileAuditFails(db, () => expect(switchMail(actorOf(ada), 'newSignIn', false)).rejects.toThrow())
    expect(await listMails(makeContext(db, actorOf(ada)))).toEqual({ newSignIn: true, invitation: true })
    await switchMail(actorOf(ada), 'newSignIn', false)
    await switchMail(actorOf(ada), 'newSignIn', false)
    expect(await auditOf(db, ada.id)).toMatchObject([
      { action: 'user.turnOffMail', details: { kind: 'newSignIn' } },
    ])
  })

  test('two switched at once are both off', async () => {
    for (let round = 0; round < 10; round++) {
      const ada = await createUser(db)
      await Promise.all([
        switchMail(actorOf(ada), 'newSignIn', false),
        switchMail(actorOf(ada), 'invitation', false),
      ])
      expect(await listMails(makeContext(db, actorOf(ada)))).toEqual({ newSignIn: false, invitation: false })
    }
  })

  test('is refused to strangers and to an admin acting as the user', async () => {
    const ada = await createUser(db)
    expect(await failureOf(switchMail(anonymous, 'newSignIn', false))).toMatchObject({
      kind: 'unauthenticated',
    })
    expect(await failureOf(switchMail(borrowed(ada), 'newSignIn', false))).toMatchObject({
      kind: 'forbidden',
    })
  })
})
