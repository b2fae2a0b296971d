// What happens over HTTP while its organization is deleted: everything that needs forms or streams.
// server/deletion.server.test.ts does the same to every mutation.
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createId } from '@plinth/core/schema'
import { fixtureSettings } from '@plinth/testing/feature-fixtures.ts'
import {
  actsOf,
  failed,
  race,
  RACES,
  settled,
  tablesWith,
  uploadImage,
  type Acts,
} from '@plinth/testing/http/deletion-race.ts'
import { openApp, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { mutate } from '@plinth/testing/http/trpc-client.ts'
import { verifiedUser } from '@plinth/testing/http/verified-user.ts'

type Member = Awaited<ReturnType<typeof verifiedUser>>

let app: AppUnderTest
beforeAll(async () => {
  app = await openApp(await fixtureSettings())
})

async function organizationOf({ client }: Member): Promise<string> {
  const slug = `o-${createId().slice(0, 14)}`
  const { data } = await mutate(client, 'organizations.create', { name: 'Acme', slug })
  const { id } = data as { id: string }
  expect((await mutate(client, 'organizations.setActive', { id })).status).toBe(200)
  return id
}

async function join(owner: Member, member: Member, organizationId: string): Promise<void> {
  const { data } = await mutate(owner.client, 'organizations.invite', { email: member.email, role: 'owner' })
  await mutate(member.client, 'organizations.acceptInvitation', data)
  expect((await mutate(member.client, 'organizations.setActive', { id: organizationId })).status).toBe(200)
}

test('acts in an organization, raced with its deletion by two owners, are done or refused, and leave only logs', async () => {
  for (let round = 0; round < RACES; round++) {
    await app.db.execute(sql`delete from limit_counter`)
    const [ada, ben, guest] = [await verifiedUser(app), await verifiedUser(app), await verifiedUser(app)]
    const id = await organizationOf(ada)
    await join(ada, ben, id)
    const { data: invited } = await mutate(ada.client, 'organizations.invite', {
      email: guest.email,
      role: 'member',
    })
    const acts: Acts = {
      ...(await actsOf(app, ben, ['longRequests'])),
      'accepting an invitation': () => mutate(guest.client, 'organizations.acceptInvitation', invited),
      inviting: () =>
        mutate(ben.client, 'organizations.invite', { email: `q${createId()}@example.org`, role: 'member' }),
      leaving: () => mutate(ben.client, 'organizations.leave', undefined),
      'removing a member': () => mutate(ada.client, 'organizations.removeMember', { userId: ben.id }),
      'uploading a logo': () => uploadImage(app, ada.client, 'organizations.uploadLogo'),
      'uploading another logo': () => uploadImage(app, ben.client, 'organizations.uploadLogo'),
      'the same deletion by the other owner': () => mutate(ben.client, 'organizations.delete', { id }),
    }
    const remove = () => mutate(ada.client, 'organizations.delete', { id })
    expect(failed(await race(acts, remove))).toEqual([])
    await expect.poll(async () => (await remove()).status).toBe(404)
    await settled(app)
    expect(await tablesWith(app, id)).toEqual([])
  }
  expect(app.output()).not.toMatch(/"level":"error"/)
})
