import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { member, user } from '@plinth/core/database/server'
import { limitCounter } from '@plinth/core/internal/limits/limits.table.server.ts'
import { file } from '@plinth/core/files/server'
import { createId } from '@plinth/core/schema'
import { createTeam } from '@plinth/testing/factories.ts'
import { openStage } from './organization-stage.ts'
import { userOf, type User } from './organization-client.ts'

let stage: Awaited<ReturnType<typeof openStage>>
beforeAll(async () => {
  stage = await openStage()
})

const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#3366cc' } })
  .png()
  .toBuffer()
const script = Buffer.from('<script>alert(document.domain)</script>')

async function openTeam() {
  await stage.db.delete(limitCounter)
  const team = await createTeam(stage.db)
  const [row] = await stage.db.select().from(user).where(eq(user.id, team.owner.userId))
  if (!row) throw new Error('No owner')
  return { ...team, client: await userOf(stage, row, team.organization) }
}

async function upload({ cookie }: User, part: File) {
  const body = new FormData()
  body.append('file', part)
  const answer = await fetch(`${stage.url}/api/trpc/organizations.uploadLogo`, {
    method: 'POST',
    headers: { origin: stage.url, cookie },
    body,
  })
  const { result } = (await answer.json()) as { result?: { data: { json: { id: string } } } }
  return { status: answer.status, id: result?.data.json.id ?? '' }
}
const get = (id: string, init: RequestInit = {}) => fetch(`${stage.url}/api/files/${id}`, init)
const logo = (bytes: Uint8Array<ArrayBuffer> = new Uint8Array(png), name = 'logo.png', type = 'image/png') =>
  new File([bytes], name, { type })

describe('a logo', () => {
  test('is served as an inert image whatever was uploaded, to anyone with its URL', async () => {
    const { client } = await openTeam()
    const polyglot = new Uint8Array(Buffer.concat([png, script]))
    for (const part of [
      logo(),
      logo(polyglot, 'logo.html', 'text/html'),
      logo(polyglot, '../../a\r\nb".png', 'image/png; x'),
    ]) {
      const { status, id } = await upload(client, part)
      if (status !== 200) continue
      const answer = await get(id)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/webp',
        'content-disposition': 'inline; filename="image.webp"',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, max-age=31536000, immutable',
      })
      expect(answer.headers.get('content-security-policy')).toContain('sandbox')
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(bytes.subarray(8, 12).toString()).toBe('WEBP')
      expect(bytes.includes('script')).toBe(false)
    }
  })

  test('ignores ranges, conditions and methods that could make its response differ', async () => {
    const { client } = await openTeam()
    const { id } = await upload(client, logo())
    const whole = Buffer.from(await (await get(id)).arrayBuffer())
    for (const range of [
      'bytes=0-0',
      'bytes=-1',
      'bytes=5-1',
      'bytes=0-0,2-2,4-4',
      'x=1',
      `bytes=${'0-1,'.repeat(900)}`,
    ]) {
      const answer = await get(id, { headers: { range } })
      expect([answer.status, Buffer.from(await answer.arrayBuffer()).equals(whole)]).toEqual([200, true])
    }
    const head = await get(id, { method: 'HEAD' })
    expect([head.status, (await head.arrayBuffer()).byteLength]).toEqual([200, 0])
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
      expect((await get(id, { method, headers: { origin: stage.url } })).status).toBeGreaterThanOrEqual(404)
    for (const path of [`${id}%00`, `${id}.svg`, `${id}%2f`, id.toUpperCase(), `%2e%2e%2f${id}`])
      expect([path, (await get(path)).status]).toEqual([path, 404])
  })

  test('is gone with its organization, and with the next one, for everyone', async () => {
    const { client, organization } = await openTeam()
    const first = await upload(client, logo())
    const second = await upload(client, logo())
    expect([(await get(first.id)).status, (await get(second.id)).status]).toEqual([404, 200])
    expect((await client.act('delete', { id: organization.id })).status).toBe(200)
    expect((await get(second.id)).status).toBe(404)
    expect(await stage.db.$count(file, eq(file.id, second.id))).toBe(0)
  })

  test('stays when the member who uploaded it has left, who can upload no other', async () => {
    const { client, owner } = await openTeam()
    const { id } = await upload(client, logo())
    await stage.db.delete(member).where(eq(member.userId, owner.userId))
    expect((await upload(client, logo())).status).toBe(403)
    expect((await get(id)).status).toBe(200)
  })

  test('is no way to another stored file', async () => {
    const { owner } = await openTeam()
    const id = createId()
    const another = {
      purpose: 'private',
      uploadedById: owner.userId,
      contentType: 'text/plain',
      sizeBytes: 1,
    }
    await stage.db.insert(file).values({ id, ...another })
    expect((await get(id)).status).toBe(404)
  })
})

test.each([
  ['SVG by name', logo(new Uint8Array(png), 'logo.SVGZ')],
  ['SVG by type', logo(new Uint8Array(png), 'logo.png', 'image/SVG+xml')],
  [
    'SVG by content',
    logo(new Uint8Array(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'))),
  ],
  ['GIF with a script', logo(new Uint8Array(Buffer.concat([Buffer.from('GIF89a/*'), script])))],
  ['HTML', logo(new Uint8Array(script))],
])('a logo that is %s is a 400', async (_, part) => {
  const { client } = await openTeam()
  expect((await upload(client, part)).status).toBe(400)
})
