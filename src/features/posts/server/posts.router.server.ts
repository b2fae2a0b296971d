import { imageRule } from '@plinth/core/files/server'
import { oneFile } from '@plinth/core/client'
import { perMinute, procedure, router, rowIdInput } from '@plinth/core/verb/server'
import { createPost } from './create-post.server.ts'
import { deletePost } from './delete-post.server.ts'
import { postsAccess } from '../posts.access.ts'
import { createPostInput } from '../posts.schema.ts'
import { uploadPostImage } from './post-images.server.ts'
import { postRows } from './post-rows.server.ts'
import { showPost } from './show-post.server.ts'
import { updatePost } from './update-post.server.ts'

const { list, recent, get, editor, restore, changes, updating, deleting } = postRows.procedures()

export const postsRouter = router({
  list,
  recent,
  get,
  editor,
  show: procedure(postsAccess.get)
    .input(rowIdInput)
    .query(({ ctx, input }) => showPost(ctx, input)),
  create: procedure(postsAccess.create, perMinute(60))
    .meta({ api: { rest: 'POST /posts', summary: 'Create a post' } })
    .input(createPostInput)
    .output(postRows.output.row)
    .mutation(({ ctx, input }) => createPost(ctx, input)),
  uploadImage: procedure(postsAccess.uploadImage, perMinute(60), imageRule('picture'))
    .input(oneFile)
    .mutation(({ ctx, input }) => uploadPostImage(ctx, input)),
  update: updating(updatePost),
  delete: deleting(deletePost),
  restore,
  changes,
})
