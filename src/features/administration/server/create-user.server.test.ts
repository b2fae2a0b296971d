import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type Actor, anonymous } from '@plinth/core/access'
import { account, user } from '@plinth/core/database/server'
import { verifyPassword } from '@plinth/core/internal/auth/password.server.ts'
import { mail } from '@plinth/core/internal/email/mail.table.server.ts'
import { createId } from '@plinth/core/schema'
import { auditOf } from '@plinth/testing/expect-audit.ts'
import { actorOf, createUser as createRow } from '@plinth/testing/factories.ts'
import { failureOf, outcomesOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { createUserInput } from '../administration.schema.ts'
import { createUser } from './create-user.server.ts'

provideAllTexts()
const { db } = await openTestDatabase()
const admin = actorOf(await createRow(db, { role: 'admin' }))
const asked = (values: object = {}) => ({
  name: 'Eva Lux',
  email: `${createId()}@example.org`,
  role: 'user',
  ...values,
})
const create = (values: object = {}, actor: Actor = admin) =>
  createUser(makeContext(db, actor), createUserInput.parse(asked(values)))
const mailTo = async (email: string) => (await db.select().from(mail).where(eq(mail.to, email)))[0]

describe('an account created by an admin', () => {
  test('without a password sends a link to choose one, and cannot sign in before', async () => {
    const item = await create({ email: `  NEW-${createId()}@Example.org ` })
    expect(item).toMatchObject({
      name: 'Eva Lux',
      role: 'user',
      banned: false,
      banReason: null,
      banExpires: null,
      emailVerified: false,
    })
    expect(item.email).toMatch(/^new-.*@example\.org$/)
    expect(await db.$count(account, eq(account.userId, item.id))).toBe(0)
    const sent = await mailTo(item.email)
    expect(sent).toMatchObject({ template: 'accountCreated', text: expect.stringContaining('Hi Eva,') })
    expect(sent?.links[0]).toMatch(/\/reset-password\?token=[\w-]{32}$/)
    expect(await auditOf(db, item.id)).toMatchObject([
      { action: 'user.create', actorId: admin.userId, details: { role: 'user' } },
    ])
  })

  test('with a password can use it immediately; no mail, audit entry or response contains it', async () => {
    const password = 'drei graue Steine im Bach'
    const item = await create({ password, role: 'admin' })
    expect(item.role).toBe('admin')
    const [own] = await db.select().from(account).where(eq(account.userId, item.id))
    expect(await verifyPassword({ hash: own?.password ?? '', password })).toBe(true)
    const told = JSON.stringify([item, await mailTo(item.email), await auditOf(db, item.id)])
    expect(told).not.toContain(password)
    expect(told).not.toContain('argon2id')
  })

  test('is rejected on its field for a taken address, in any case and under concurrency', async () => {
    const { email } = await create()
    const taken = { kind: 'conflict', code: 'administration:refused.emailTaken', params: { field: 'email' } }
    expect(await failureOf(create({ email: email.toUpperCase() }))).toEqual(taken)
    const another = `${createId()}@example.org`
    expect(await outcomesOf(Array.from({ length: 10 }, () => create({ email: another })))).toEqual({
      ok: 1,
      conflict: 9,
    })
    expect(await db.$count(user, eq(user.email, another))).toBe(1)
  })

  test('rejects the most common passwords', async () => {
    expect(await failureOf(create({ password: 'password123' }))).toEqual({
      kind: 'invalid',
      code: 'errors:commonPassword',
      params: { field: 'password' },
    })
  })

  test.each([
    ['password', { password: '1' }, 'errors:passwordTooShort'],
    ['password', { password: 'x'.repeat(129) }, 'errors:passwordTooLong'],
    ['role', { role: 'root' }, 'administration:refused.roleUnknown'],
    ['role', { role: undefined }, 'administration:refused.roleUnknown'],
    ['name', { name: '  ' }, 'errors:required'],
    ['name', { name: 'x'.repeat(202) }, 'errors:tooLong'],
    ['name', { name: 'two\nlines' }, 'errors:invalidText'],
    ['email', { email: 'nobody' }, 'errors:invalidEmail'],
    ['email', { email: '' }, 'errors:required'],
  ])('with a wrong %s is invalid at that field: %j', (field, values, code) => {
    const [issue] = createUserInput.safeParse(asked(values)).error?.issues ?? []
    expect([issue?.path, issue?.message]).toEqual([[field], code])
  })

  test('is for administrators only', async () => {
    expect(await failureOf(create({}, anonymous))).toMatchObject({ kind: 'unauthenticated' })
    expect(await failureOf(create({}, actorOf(await createRow(db))))).toMatchObject({ kind: 'forbidden' })
    expect(await failureOf(create({}, { ...admin, impersonatedBy: 'x' }))).toMatchObject({
      kind: 'forbidden',
    })
  })
})
