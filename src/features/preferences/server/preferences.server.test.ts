import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type Actor, anonymous } from '@plinth/core/access'
import { user } from '@plinth/core/database/server'
import { mailUser } from '@plinth/core/mail/server'
import { readSession } from '@plinth/core/internal/auth/session.server.ts'
import { mail } from '@plinth/core/internal/email/mail.table.server.ts'
import { type Display, displayInCookies, formatDisplay, parseDisplay } from '@plinth/core/format'
import { auditOf, whileAuditFails } from '@plinth/testing/expect-audit.ts'
import { actorOf, createSession, createUser, type TestUser } from '@plinth/testing/factories.ts'
import { failureOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { listMails } from './list-mails.server.ts'
import { setDisplay } from './set-display.server.ts'
import { setMail } from './set-mail.server.ts'

provideAllTexts()
const installed = { mails: new Set(['newSignIn', 'invitation']) }
const { db } = await openTestDatabase()
const large: Display = { textSize: 'large', contrast: 'more', motion: 'reduced' }
const kindsMailedTo = async ({ email }: TestUser) =>
  (await db.select({ template: mail.template }).from(mail).where(eq(mail.to, email))).map(
    ({ template }) => template,
  )
const switchMail = (actor: Actor, kind: 'newSignIn' | 'invitation', isWanted: boolean) =>
  setMail(makeContext(db, actor), { kind, isWanted }, installed)
const borrowed = (someUser: TestUser): Actor => ({ ...actorOf(someUser), impersonatedBy: 'an-admin' })

describe('the display settings', () => {
  test('are part of the session from the next request on, and the last change wins', async () => {
    const ada = await createUser(db)
    const { token } = await createSession(db, actorOf(ada), { secret: 'x' })
    expect((await readSession(db, token)).viewer?.display).toBeNull()
    await setDisplay(makeContext(db, actorOf(ada)), { ...large, textSize: 'larger' })
    await setDisplay(makeContext(db, actorOf(ada)), large)
    expect(parseDisplay((await readSession(db, token)).viewer?.display)).toEqual(large)
  })

  test('are denied to visitors, an impersonating admin and a deleted account', async () => {
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

  test('survive the cookie, and invalid cookies are ignored', () => {
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
  test('is not sent, while security mails are; it is sent again once turned on', async () => {
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

  test('is turned off for that user only', async () => {
    const [ada, ben] = [await createUser(db), await createUser(db)]
    await switchMail(actorOf(ada), 'newSignIn', false)
    await db.transaction((tx) => mailUser(tx, ben.id, newSignIn))
    expect(await kindsMailedTo(ben)).toEqual(['newSignIn'])
    expect(await listMails(makeContext(db, actorOf(ben)), installed)).toEqual({
      newSignIn: true,
      invitation: true,
    })
  })

  test('is logged once, however often it is requested, and stays on when the audit entry cannot be written', async () => {
    const ada = await createUser(db)
    await whileAuditFails(db, () => expect(switchMail(actorOf(ada), 'newSignIn', false)).rejects.toThrow())
    expect(await listMails(makeContext(db, actorOf(ada)), installed)).toEqual({
      newSignIn: true,
      invitation: true,
    })
    await switchMail(actorOf(ada), 'newSignIn', false)
    await switchMail(actorOf(ada), 'newSignIn', false)
    expect(await auditOf(db, ada.id)).toMatchObject([
      { action: 'user.turnOffMail', details: { kind: 'newSignIn' } },
    ])
  })

  test('two turned off concurrently are both off', async () => {
    for (let round = 0; round < 10; round++) {
      const ada = await createUser(db)
      await Promise.all([
        switchMail(actorOf(ada), 'newSignIn', false),
        switchMail(actorOf(ada), 'invitation', false),
      ])
      expect(await listMails(makeContext(db, actorOf(ada)), installed)).toEqual({
        newSignIn: false,
        invitation: false,
      })
    }
  })

  test('cannot be turned off by visitors or an impersonating admin', async () => {
    const ada = await createUser(db)
    expect(await failureOf(switchMail(anonymous, 'newSignIn', false))).toMatchObject({
      kind: 'unauthenticated',
    })
    expect(await failureOf(switchMail(borrowed(ada), 'newSignIn', false))).toMatchObject({
      kind: 'forbidden',
    })
  })
})
