import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import type { SignedInActor } from '@plinth/core/access'
import { formatOwn } from '@plinth/core/verb/server'
import { type Db, workspaceOf } from '@plinth/core/database/server'
import { file } from '@plinth/core/files/server'
import { createId } from '@plinth/core/schema'
import { one } from '@plinth/testing/factories.ts'
import type { FeatureFixtures, Sent } from '@plinth/testing/feature-fixtures.ts'
import { postImageUrl } from './post-images.ts'
import { CONTENT_MAX_LENGTH, TITLE_MAX_LENGTH } from './posts.schema.ts'
import type { UploadedImage } from './server/post-images.server.ts'
import { POST_IMAGE, postImages, posts } from './server/posts.table.server.ts'

const FILLED_POSTS = 100
const FILLED_ENTRIES = 1_000

/** A post by that user in their active workspace. */
export async function createPost(
  db: Db,
  author: SignedInActor,
  values: Partial<typeof posts.$inferInsert> = {},
): Promise<typeof posts.$inferSelect> {
  const { content = 'Some content' } = values
  const formatted = formatOwn({ content })
  return one(
    await db
      .insert(posts)
      .values({
        id: createId(),
        ...workspaceOf(author),
        createdById: author.userId,
        title: 'A title',
        content,
        ...formatted,
        excerpt: formatted.contentExcerpt,
        ...values,
      })
      .returning(),
  )
}

/** An image that the user uploaded for a post, with a row but no bytes. Returns its id. */
async function createPostImage(db: Db, author: SignedInActor): Promise<string> {
  const id = createId()
  const contentType = 'image/webp'
  await db
    .insert(file)
    .values({ id, purpose: POST_IMAGE, uploadedById: author.userId, contentType, sizeBytes: 1 })
  await db.insert(postImages).values({ fileId: id, ...workspaceOf(author), createdById: author.userId })
  return id
}

/** A picture as a form sends it. */
export async function pngForm(name = 'kiln.png'): Promise<FormData> {
  const picture = sharp({ create: { width: 8, height: 4, channels: 3, background: 'teal' } }).png()
  const form = new FormData()
  form.set('file', new File([new Uint8Array(await picture.toBuffer())], name, { type: 'image/png' }))
  return form
}

const imageRequest = async (cookie: string): Promise<Sent> => ({
  path: '/api/trpc/posts.uploadImage',
  body: await pngForm(),
  cookie,
})

export const fixtures: FeatureFixtures = {
  chatTools: {
    reading: {
      name: 'searchPosts',
      input: { query: 'minutes' },
      command: '/posts',
      plant: (content) => ({ procedure: 'posts.create', input: { title: 'The minutes', content } }),
    },
    writing: {
      name: 'createPost',
      input: (text) => ({ title: text, content: text }),
      command: (text) => `/post ${text}`,
    },
  },
  live: {
    subscription: 'posts.changes',
    mutation: 'posts.create',
    input: { title: 'New', content: 'Words' },
  },
  longRequests: ({ signedIn, send }) => ({
    'uploading an image of a post': async () => imageRequest((await signedIn()).cookie),
    'creating a post with an image': async () => {
      const { cookie } = await signedIn()
      const answer = await send(await imageRequest(cookie))
      const { result } = (await answer.json()) as { result: { data: { json: UploadedImage } } }
      const content = `![kiln](${postImageUrl(result.data.json)})`
      return { path: '/api/trpc/posts.create', body: { json: { title: 'Kiln', content } }, cookie }
    },
  }),
  async rows(db, actor) {
    const [shown, deleted] = [
      await createPost(db, actor),
      await createPost(db, actor, { deletedAt: new Date() }),
    ]
    return [shown.id, deleted.id, await createPostImage(db, actor)]
  },
  async fill(db, owner) {
    const content = 'word '.repeat(CONTENT_MAX_LENGTH / 5).trim()
    const { id, organizationId } = await createPost(db, owner, {
      content,
      title: '字'.repeat(TITLE_MAX_LENGTH),
    })
    const columns = sql`organization_id, created_by_id, title, content, content_tree, content_text, excerpt`
    await db.execute(
      sql`insert into post (id, ${columns}) select ${id} || at, ${columns} from post, generate_series(1, ${FILLED_POSTS}) at where id = ${id}`,
    )
    await db.execute(sql`
      insert into audit_log (id, action, actor_id, target_type, target_id, organization_id)
      select ${id} || at, 'post.create', ${owner.userId}, 'post', ${id}, ${organizationId}
      from generate_series(1, ${FILLED_ENTRIES}) at`)
    return { ids: { posts: id }, isThere: sql`exists (select from post where id = ${id})` }
  },
}
