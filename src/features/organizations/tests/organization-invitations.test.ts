import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { invitation, member, user } from '@plinth/core/database/server'
import { mail } from '@plinth/core/internal/email/mail.table.server.ts'
import english from '../locales/en.json'
import { createOrganization, createUser, impersonate } from '@plinth/testing/factories.ts'
import { createHttpClient } from '@plinth/testing/http-client.ts'
import { userOf, signIn } from './organization-client.ts'
import {
  actionsIn,
  invite,
  lastMailTo,
  mailedProof,
  memberOf,
  newAddress,
  openStage,
  openTeam,
  refusal,
} from './organization-stage.ts'
import { preferred, speaks } from '@plinth/testing/languages.ts'

let stage: Awaited<ReturnType<typeof openStage>>

beforeAll(async () => {
  stage = await openStage()
})

/** Moves the expiry of an invitation to that interval from now instead of waiting 48 hours. */
const expireIn = (id: string, interval: string) =>
  stage.db
    .update(invitation)
    .set({ expiresAt: sql`now() + ${interval}::interval` })
    .where(eq(invitation.id, id))

describe('inviting', () => {
  test('writes the invitation, the mail in the language of the invited user, and the audit entry', async () => {
    const { acme, admin } = await openTeam(stage)
    const dan = await createUser(stage.db, { language: preferred('de'), firstName: 'Dan' })
    const id = await invite(admin, dan.email)
    const sent = await lastMailTo(stage.db, dan.email)
    expect(sent).toMatchObject({
      template: 'invitation',
      language: preferred('de'),
      subject: speaks('de')
        ? 'Ada Lovelace hat Sie zu Acme eingeladen'
        : 'Ada Lovelace invited you to join Acme',
    })
    expect(sent?.links[0]).toMatch(new RegExp(`^${stage.url}/accept-invitation/${id}/\\?proof=[\\w-]{32}$`))
    expect(await actionsIn(stage.db, acme.id)).toEqual(['invitation.create'])
    const [row] = await stage.db.select().from(invitation).where(eq(invitation.id, id))
    const hours = ((row?.expiresAt.getTime() ?? 0) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(47.9)
    expect(hours).toBeLessThanOrEqual(48)
  })

  test('the mail to an unknown address is in the language of the inviter', async () => {
    const ada = await createUser(stage.db, { language: preferred('pt') })
    const acme = await createOrganization(stage.db, { owner: ada })
    const email = newAddress()
    await invite(await userOf(stage, ada, acme), email)
    expect(await lastMailTo(stage.db, email)).toMatchObject({ language: preferred('pt') })
  })

  test('a sign-up from the mailed link gets no verification mail; from a copied link it does', async () => {
    const { admin } = await openTeam(stage)
    const signUpFrom = async (path: string, email: string) => {
      const name = { firstName: 'Eva', lastName: 'Lux' }
      const body = { email, password: 'vier rote Ziegel', ...name, callbackURL: path }
      const answer = await createHttpClient(stage.url).post('/api/auth/sign-up/email', body)
      expect(answer.status).toBe(200)
      return (await lastMailTo(stage.db, email))?.template
    }
    const [mailed, copied, other] = [newAddress(), newAddress(), newAddress()]
    const mailedId = await invite(admin, mailed)
    const mailedPath = `/accept-invitation/${mailedId}/?proof=${await mailedProof(stage.db, mailed)}`
    const copiedPath = `/accept-invitation/${await invite(admin, copied)}/`
    expect(await signUpFrom(mailedPath, other)).toBe('verifyEmail')
    expect(await signUpFrom(mailedPath, mailed)).toBe('invitation')
    expect(await signUpFrom(copiedPath, copied)).toBe('verifyEmail')
  })

  test('from the personal workspace is rejected with an explanation', async () => {
    const { outsider } = await openTeam(stage)
    const answer = await outsider.act('invite', { email: newAddress(), role: 'member' })
    expect(refusal(answer)).toEqual([400, 'organizations:errors.invitePersonal'])
    expect(english.errors.invitePersonal).toBe("You can't invite members to your personal workspace.")
  })

  test('requires an owner or admin, and only an owner invites an owner', async () => {
    const { owner, admin, plain } = await openTeam(stage)
    const to = (role: string) => ({ email: newAddress(), role })
    expect(refusal(await plain.act('invite', to('member')))).toEqual([403, 'errors:forbidden'])
    expect(refusal(await admin.act('invite', to('owner')))).toEqual([403, 'organizations:errors.ownersOnly'])
    expect((await owner.act('invite', to('owner'))).status).toBe(200)
    expect((await owner.act('invite', to('root'))).status).toBe(400)
    expect((await owner.act('invite', { ...to('member'), organizationId: 'x' })).status).toBe(400)
  })

  test('a member or an already invited address is a conflict that names the open invitation; resending renews the same one', async () => {
    const { acme, owner, admin, plain } = await openTeam(stage)
    expect(await owner.act('invite', { email: plain.user.email, role: 'member' })).toMatchObject({
      status: 409,
      body: { code: 'organizations:errors.alreadyMember', field: 'email' },
    })
    const email = newAddress()
    const id = await invite(owner, email)
    const first = await lastMailTo(stage.db, email)
    expect(await owner.act('invite', { email: email.toUpperCase(), role: 'admin' })).toMatchObject({
      status: 409,
      body: { code: 'organizations:errors.alreadyInvited', field: 'email', id },
    })
    await expireIn(id, '1 minute')
    expect(await admin.act('resendInvitation', { id })).toEqual({ status: 200, body: { id } })
    expect((await lastMailTo(stage.db, email))?.id).not.toBe(first?.id)
    expect(await stage.db.$count(mail, eq(mail.to, email))).toBe(2)
    const [row] = await stage.db.select().from(invitation).where(eq(invitation.id, id))
    expect(row).toMatchObject({ role: 'member', status: 'pending', inviterId: admin.user.id })
    expect((row?.expiresAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(47 * 3_600_000)
    expect(await actionsIn(stage.db, acme.id)).toEqual(['invitation.create', 'invitation.resend'])
  })

  test('an address with an expired invitation gets a new one', async () => {
    const { owner } = await openTeam(stage)
    const email = newAddress()
    const old = await invite(owner, email)
    await expireIn(old, '-1 minute')
    const fresh = await invite(owner, email)
    expect(fresh).not.toBe(old)
    const listed = (await owner.query('organizations.invitations')).body.items as {
      id: string
      status: string
    }[]
    expect(listed.map(({ id, status }) => [id, status])).toEqual([
      [fresh, 'pending'],
      [old, 'expired'],
    ])
    expect(await owner.act('resendInvitation', { id: old })).toMatchObject({
      status: 409,
      body: { code: 'organizations:errors.alreadyInvited', id: fresh },
    })
  })

  test('an expired one is valid again after resending; an answered or revoked one is not', async () => {
    const { acme, owner } = await openTeam(stage)
    const dan = await signIn(stage)
    const id = await invite(owner, dan.user.email)
    await expireIn(id, '-1 minute')
    expect((await owner.act('resendInvitation', { id })).status).toBe(200)
    expect((await dan.act('acceptInvitation', { id })).status).toBe(200)
    const revoked = await invite(owner, newAddress())
    await owner.act('revokeInvitation', { id: revoked })
    for (const over of [id, revoked])
      expect(refusal(await owner.act('resendInvitation', { id: over }))).toEqual([
        409,
        'organizations:errors.invitationOver',
      ])
    expect(await memberOf(stage.db, acme.id, dan)).toMatchObject({ role: 'member' })
  })

  test.each(['revokeInvitation', 'resendInvitation'])(
    '%s requires an owner or admin of that organization, and an owner for the invitation of an owner',
    async (act) => {
      const { owner, admin, plain, outsider } = await openTeam(stage)
      const there = await openTeam(stage)
      const [id, ofOwner] = [await invite(owner, newAddress()), await invite(owner, newAddress(), 'owner')]
      for (const someUser of [plain, outsider])
        expect(refusal(await someUser.act(act, { id }))).toEqual([403, 'errors:forbidden'])
      for (const unknown of [id, 'nothing'])
        expect(refusal(await there.owner.act(act, { id: unknown }))).toEqual([404, 'errors:notFound'])
      expect(refusal(await admin.act(act, { id: ofOwner }))).toEqual([403, 'organizations:errors.ownersOnly'])
      expect(await admin.act(act, { id })).toEqual({ status: 200, body: { id } })
      expect((await owner.act(act, { id: ofOwner })).status).toBe(200)
    },
  )

  test('can be revoked once', async () => {
    const { owner } = await openTeam(stage)
    const id = await invite(owner, newAddress())
    expect((await owner.act('revokeInvitation', { id })).status).toBe(200)
    expect(refusal(await owner.act('revokeInvitation', { id }))).toEqual([
      409,
      'organizations:errors.invitationOver',
    ])
  })

  test('becomes invalid when the inviter loses the right to invite', async () => {
    const { owner, admin } = await openTeam(stage)
    const dan = await signIn(stage)
    const id = await invite(admin, dan.user.email)
    await owner.act('setMemberRole', { userId: admin.user.id, role: 'member' })
    expect(refusal(await dan.act('acceptInvitation', { id }))).toEqual([
      409,
      'organizations:errors.invitationOver',
    ])
  })

  test('writes nothing at all when its mail cannot be written', async () => {
    const { acme, owner } = await openTeam(stage)
    const email = newAddress()
    await stage.db.execute(
      sql`create function refuse_mail() returns trigger language plpgsql as $$ begin raise exception 'no mail'; end $$`,
    )
    await stage.db.execute(
      sql`create trigger refuse_mail before insert on mail for each row execute function refuse_mail()`,
    )
    try {
      expect((await owner.act('invite', { email, role: 'member' })).status).toBe(500)
    } finally {
      await stage.db.execute(sql`drop trigger refuse_mail on mail`)
    }
    expect(await stage.db.$count(invitation, eq(invitation.organizationId, acme.id))).toBe(0)
    expect(await actionsIn(stage.db, acme.id)).toEqual([])
  })
})

describe('an invitation is for the verified owner of its address', () => {
  test('who accepts it once and becomes a member in that workspace', async () => {
    const { acme, owner } = await openTeam(stage)
    const dan = await signIn(stage)
    const id = await invite(owner, dan.user.email, 'admin')
    expect((await dan.query('organizations.received')).body.items).toMatchObject([
      { id, role: 'admin', organization: { name: 'Acme' } },
    ])
    expect(await dan.act('acceptInvitation', { id })).toEqual({
      status: 200,
      body: { organizationId: acme.id },
    })
    expect(await memberOf(stage.db, acme.id, dan)).toMatchObject({ role: 'admin' })
    expect(await dan.activeOrganization()).toBe(acme.id)
    expect(refusal(await dan.act('acceptInvitation', { id }))).toEqual([
      409,
      'organizations:errors.invitationOver',
    ])
    expect(await actionsIn(stage.db, acme.id)).toEqual(['invitation.create', 'invitation.accept'])
  })

  test('who may decline it, which leaves no membership', async () => {
    const { acme, owner } = await openTeam(stage)
    const dan = await signIn(stage)
    const id = await invite(owner, dan.user.email)
    expect((await dan.act('declineInvitation', { id })).status).toBe(200)
    expect(await memberOf(stage.db, acme.id, dan)).toBeUndefined()
    expect(refusal(await dan.act('acceptInvitation', { id }))).toEqual([
      409,
      'organizations:errors.invitationOver',
    ])
    expect((await dan.query('organizations.invitation', { id })).body).toMatchObject({
      status: 'declined',
      viewer: 'recipient',
    })
  })

  test.each(['acceptInvitation', 'declineInvitation'])(
    'nobody else may %s: another account gets "not found", an unverified one must verify first',
    async (act) => {
      const { acme, owner, plain, outsider } = await openTeam(stage)
      const squatter = await signIn(stage, undefined, { emailVerified: false })
      const id = await invite(owner, squatter.user.email, 'admin')
      for (const someUser of [outsider, plain, owner])
        expect(refusal(await someUser.act(act, { id }))).toEqual([404, 'errors:notFound'])
      expect(refusal(await outsider.act(act, { id: 'nothing' }))).toEqual([404, 'errors:notFound'])
      expect(refusal(await squatter.act(act, { id }))).toEqual([403, 'errors:verifyFirst'])
      expect(refusal(await squatter.act(act, { id, proof: 'x'.repeat(32) }))).toEqual([
        403,
        'errors:verifyFirst',
      ])
      expect((await squatter.query('organizations.received')).body.items).toEqual([])
      expect((await stage.db.select().from(invitation).where(eq(invitation.id, id)))[0]?.status).toBe(
        'pending',
      )
      expect(await stage.db.$count(member, eq(member.organizationId, acme.id))).toBe(3)
    },
  )

  test('an admin impersonating that user cannot accept for them', async () => {
    const { owner } = await openTeam(stage)
    const dan = await signIn(stage)
    const id = await invite(owner, dan.user.email)
    await impersonate(stage.db, dan.user.id)
    expect((await dan.act('acceptInvitation', { id })).status).toBe(403)
  })

  test('expires by the clock of the database', async () => {
    const { owner } = await openTeam(stage)
    const dan = await signIn(stage)
    const id = await invite(owner, dan.user.email)
    await expireIn(id, '-1 second')
    expect(refusal(await dan.act('acceptInvitation', { id }))).toEqual([
      409,
      'organizations:errors.invitationOver',
    ])
    expect((await dan.query('organizations.invitation', { id })).body).toMatchObject({ status: 'expired' })
    expect((await dan.query('organizations.received')).body.items).toEqual([])
  })

  test('plain members see no invitation ids and no addresses anywhere', async () => {
    const { owner, admin, plain } = await openTeam(stage)
    const id = await invite(owner, newAddress())
    const seen = await Promise.all([
      plain.query('organizations.members'),
      plain.query('organizations.invitations'),
    ])
    expect(seen.map(({ status }) => status)).toEqual([200, 403])
    const text = JSON.stringify(seen)
    expect(text).not.toContain(id)
    expect(text).not.toContain(owner.user.email)
    expect(text).toContain(plain.user.email)
    expect(JSON.stringify(await admin.query('organizations.invitations'))).toContain(id)
    expect(JSON.stringify(await admin.query('organizations.members'))).toContain(owner.user.email)
  })
})

describe('a new user with the mail', () => {
  test('signs up, accepts with the mailed proof, and is thereby verified and a member', async () => {
    const { acme, owner } = await openTeam(stage)
    const email = newAddress()
    const id = await invite(owner, email)
    const proof = await mailedProof(stage.db, email)
    const outside = await (
      await fetch(
        `${stage.url}/api/trpc/organizations.invitation?input=${encodeURIComponent(JSON.stringify({ json: { id } }))}`,
      )
    ).json()
    expect(outside.result.data.json).toMatchObject({
      viewer: 'signedOut',
      hasProof: false,
      organization: { name: 'Acme' },
      email: `${email.slice(0, 1)}•••@example.com`,
    })
    const withProof = await (
      await fetch(
        `${stage.url}/api/trpc/organizations.invitation?input=${encodeURIComponent(JSON.stringify({ json: { id, proof } }))}`,
      )
    ).json()
    expect(withProof.result.data.json).toMatchObject({ viewer: 'signedOut', hasProof: true, email })
    const dan = await signIn(stage, undefined, { email, emailVerified: false })
    expect((await dan.query('organizations.invitation', { id })).body).toMatchObject({ viewer: 'unverified' })
    expect((await dan.query('organizations.invitation', { id, proof })).body).toMatchObject({
      viewer: 'recipient',
    })
    expect((await dan.act('acceptInvitation', { id, proof })).status).toBe(200)
    expect(await memberOf(stage.db, acme.id, dan)).toMatchObject({ role: 'member' })
    expect(await stage.db.select().from(user).where(eq(user.id, dan.user.id))).toMatchObject([
      { emailVerified: true },
    ])
  })

  test('verifies only that address, and only with that invitation', async () => {
    const { owner } = await openTeam(stage)
    const [email, other] = [newAddress(), newAddress()]
    const id = await invite(owner, email)
    await invite(owner, other)
    const proofOfOther = await mailedProof(stage.db, other)
    const proof = await mailedProof(stage.db, email)
    const dan = await signIn(stage, undefined, { email, emailVerified: false })
    expect((await dan.act('acceptInvitation', { id, proof: proofOfOther })).status).toBe(403)
    const eve = await signIn(stage, undefined, { emailVerified: false })
    expect((await eve.act('acceptInvitation', { id, proof })).status).toBe(404)
    expect(await stage.db.select().from(user).where(eq(user.id, eve.user.id))).toMatchObject([
      { emailVerified: false },
    ])
  })

  test('must use the mailed proof or reset the password if the address was verified without being signed in', async () => {
    const { acme, owner } = await openTeam(stage)
    const email = newAddress()
    const id = await invite(owner, email)
    const proof = await mailedProof(stage.db, email)
    const dan = await signIn(stage, undefined, { email, provedElsewhere: true })
    expect((await dan.query('organizations.received')).body).toMatchObject({ items: [] })
    for (const answer of ['acceptInvitation', 'declineInvitation'])
      expect(refusal(await dan.act(answer, { id }))).toEqual([403, 'organizations:errors.resetFirst'])
    expect(await memberOf(stage.db, acme.id, dan)).toBeUndefined()
    expect((await dan.act('acceptInvitation', { id, proof })).status).toBe(200)
    expect(await stage.db.select().from(user).where(eq(user.id, dan.user.id))).toMatchObject([
      { provedElsewhere: false },
    ])
  })

  test('is not verified by a revoked invitation', async () => {
    const { owner } = await openTeam(stage)
    const email = newAddress()
    const id = await invite(owner, email)
    const proof = await mailedProof(stage.db, email)
    await owner.act('revokeInvitation', { id })
    const dan = await signIn(stage, undefined, { email, emailVerified: false })
    expect((await dan.act('acceptInvitation', { id, proof })).status).toBe(403)
    expect(await stage.db.select().from(user).where(eq(user.id, dan.user.id))).toMatchObject([
      { emailVerified: false },
    ])
  })
})
