import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Actor, anonymous } from '@plinth/core/access'
import { organization, user } from '@plinth/core/database/server'
import { file } from '@plinth/core/files/server'
import { imageKinds } from '@plinth/core/internal/storage/image-limits.ts'
import { sweepFilesOf } from '@plinth/core/internal/storage/sweep-files.server.ts'
import type { EndpointCall } from '@plinth/core/feature/server'
import { deleteDuringUpload } from '@plinth/testing/delete-during-upload.ts'
import { actorOf, createOrganization, createTeam, createUser } from '@plinth/testing/factories.ts'
import { failureOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase, testLog } from '@plinth/testing/test-database.ts'
import { postImageUrl } from '../post-images.ts'
import { createPost } from './create-post.server.ts'
import { deletePost } from './delete-post.server.ts'
import {
  exportPostImages,
  IMAGE_UPLOADS_PER_DAY,
  sendPostImage,
  uploadPostImage,
} from './post-images.server.ts'
import { postRows } from './post-rows.server.ts'
import { postImageFiles, sweepPostsJob } from './sweep-posts.server.ts'
import { updatePost } from './update-post.server.ts'

const { db, connection } = await openTestDatabase()
const { storage } = makeContext(db, anonymous)

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
const png = new Uint8Array(await drawn(60, 40))
const upload = (actor: Actor, bytes: Uint8Array<ArrayBuffer> = png) =>
  uploadPostImage(makeContext(db, actor), { file: new File([bytes], 'kiln.png') })
const get = (actor: Actor, imageId: string) =>
  sendPostImage({ ctx: makeContext(db, actor), params: { imageId } } as EndpointCall<{ imageId: string }>)
const isShownTo = async (actor: Actor, imageId: string) =>
  (await get(actor, imageId).catch(() => undefined))?.status === 200
const write = (actor: Actor, image: { id: string; width: number; height: number }) =>
  createPost(makeContext(db, actor), { title: 'Kiln', content: `Look: ![kiln](${postImageUrl(image)})` })
const sweep = () => sweepFilesOf({ db, storage, log: testLog }, postImageFiles)
const isStored = async (id: string) => (await storage.open(id)) !== undefined
const waitDays = async (days: number) => {
  await db.execute(sql`update post_image set used_at = used_at - make_interval(days => ${days})`)
  await db.execute(sql`update file set created_at = created_at - make_interval(days => ${days})`)
}

describe('an uploaded image', () => {
  test('keeps its proportions, is at most 2048 pixels long, and is served as WebP to be cached per session', async () => {
    const ada = actorOf(await createUser(db))
    const small = await upload(ada)
    expect(small).toMatchObject({ width: 60, height: 40 })
    const large = await upload(ada, new Uint8Array(await drawn(4096, 1024)))
    expect(large).toMatchObject({ width: 2048, height: 512 })
    const answer = await get(ada, large.id)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      vary: 'Cookie',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(await sharp(await answer.bytes()).metadata()).toMatchObject({
      format: 'webp',
      width: 2048,
      height: 512,
    })
  })

  test('is rejected if it is none, too large in bytes or pixels, or the 201st of a day, with an error at the field', async () => {
    const ada = actorOf(await createUser(db))
    const refused = async (bytes: Uint8Array<ArrayBuffer>) => failureOf(upload(ada, bytes))
    const field = { field: 'file' }
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')
    expect(await refused(svg)).toMatchObject({ code: 'errors:notAnImage', params: field })
    expect(await refused(new Uint8Array(imageKinds.picture.maxBytes + 1))).toMatchObject({
      kind: 'too_large',
      code: 'errors:fileTooLarge',
      params: { ...field, maxMegabytes: 8 },
    })
    expect(await refused(new Uint8Array(await drawn(4097, 1)))).toMatchObject({
      code: 'errors:tooManyPixels',
      params: field,
    })
    await db.execute(
      sql`update limit_counter set count = ${IMAGE_UPLOADS_PER_DAY} where key like 'posts.uploadImage:%'`,
    )
    expect(await failureOf(upload(ada))).toMatchObject({ kind: 'limit' })
  })

  test('is seen by its uploader until a post shows it, then by the members of that workspace', async () => {
    const [ada, ben] = [await createUser(db), await createUser(db)]
    const acme = await createOrganization(db, { owner: ada, member: ben })
    const [owner, member] = [actorOf(ada, acme), actorOf(ben, acme)]
    const stranger = actorOf(await createUser(db))
    const image = await upload(owner)
    expect(await isShownTo(owner, image.id)).toBe(true)
    expect(await isShownTo(member, image.id)).toBe(false)
    const { id } = await write(owner, image)
    expect(await isShownTo(member, image.id)).toBe(true)
    expect(await isShownTo(stranger, image.id)).toBe(false)
    expect(await failureOf(get(anonymous, image.id))).toMatchObject({ kind: 'unauthenticated' })
    // Not in another workspace of the same member either.
    expect(await isShownTo(actorOf(ada), image.id)).toBe(false)
    await deletePost(makeContext(db, owner), { id })
    expect(await isShownTo(member, image.id)).toBe(false)
    await postRows.restore(makeContext(db, owner), { id })
    expect(await isShownTo(member, image.id)).toBe(true)
  })

  test('is not opened by a post of another workspace that names it', async () => {
    const { owner } = await createTeam(db)
    const image = await upload(owner)
    const thief = actorOf(await createUser(db))
    await write(thief, image)
    expect(await isShownTo(thief, image.id)).toBe(false)
  })
})

describe('the sweep', () => {
  beforeEach(async () => {
    await db.execute(sql`delete from post_image`)
    await db.execute(sql`delete from file`)
  })

  test('deletes an image that no post has shown for seven days, with its bytes, and no other', async () => {
    const ada = actorOf(await createUser(db))
    const [kept, draft, removed] = [await upload(ada), await upload(ada), await upload(ada)]
    await write(ada, kept)
    const { id } = await write(ada, removed)
    await waitDays(6)
    await updatePost(makeContext(db, ada), { id, title: 'Kiln', content: 'No picture' })
    expect(await sweep()).toBe(0)
    await waitDays(2)
    // The removed one was shown two days ago.
    expect(await sweep()).toBe(1)
    expect(await isStored(removed.id)).toBe(true)
    await waitDays(6)
    expect(await sweep()).toBe(1)
    const ids = [kept, draft, removed].map((image) => image.id)
    expect(await Promise.all(ids.map(isStored))).toEqual([true, false, false])
    expect(await Promise.all(ids.map((one) => isShownTo(ada, one)))).toEqual([true, false, false])
  })

  test('keeps what a copy of the Markdown shows in another post, and what a deleted post shows while it can be restored', async () => {
    const ada = actorOf(await createUser(db))
    const [copied, single] = [await upload(ada), await upload(ada)]
    const [first, second] = [await write(ada, copied), await write(ada, copied)]
    const third = await write(ada, single)
    for (const { id } of [first, third]) await deletePost(makeContext(db, ada), { id })
    await waitDays(31)
    expect(await sweep()).toBe(0)
    await db.execute(
      sql`update post set deleted_at = now() - interval '31 days' where deleted_at is not null`,
    )
    await sweepPostsJob.handler({ db, log: testLog, signal: new AbortController().signal, attempt: 1 }, {})
    expect(await sweep()).toBe(1)
    expect(await Promise.all([copied, single].map(({ id }) => isStored(id)))).toEqual([true, false])
    expect(second.content).toContain(copied.id)
  })

  test('deletes the files of a workspace that was deleted: an account or an organization', async () => {
    const gone = await createUser(db)
    const owner = await createUser(db)
    const acme = await createOrganization(db, { owner })
    const images = [await upload(actorOf(gone)), await upload(actorOf(owner, acme))]
    await db.delete(user).where(eq(user.id, gone.id))
    await db.delete(organization).where(eq(organization.id, acme.id))
    await waitDays(1)
    expect(await sweep()).toBe(2)
    expect(await Promise.all(images.map(({ id }) => isStored(id)))).toEqual([false, false])
  })
})

test('an export has the images that a user uploaded in workspaces they are in', async () => {
  const { owner, member } = await createTeam(db)
  const image = await upload(owner)
  await upload(member)
  const [stored] = await db.select().from(file).where(eq(file.id, image.id))
  expect(await exportPostImages(db, owner.userId)).toEqual([
    { fileId: image.id, sizeBytes: stored?.sizeBytes },
  ])
})

test('an upload leaves nothing when its organization or its user is deleted meanwhile', () =>
  deleteDuringUpload({ db, connection, storage }, ['organization', 'user'], ({ actor }) => upload(actor)))
