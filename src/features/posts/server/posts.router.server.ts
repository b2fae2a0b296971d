import { imageRule } from '@plinth/core/files/server'
import { oneFile } from '@plinth/core/client'
import { idOutput, perMinute, procedure, router } from '@plinth/core/verb/server'
import { post, postPage, recentPosts } from './post-output.server.ts'
import { createPost } from './create-post.server.ts'
import { deletePost } from './delete-post.server.ts'
import { getPost, getPostEditor, showPost } from './get-post.server.ts'
import { listPosts } from './list-posts.server.ts'
import { listRecentPosts } from './list-recent-posts.server.ts'
import { postsAccess } from '../posts.access.ts'
import { createPostInput, listPostsInput, postIdInput, updatePostInput } from '../posts.schema.ts'
import { postChanges } from './post-changes.server.ts'
import { uploadPostImage } from './post-images.server.ts'
import { restorePost } from './restore-post.server.ts'
import { updatePost } from './update-post.server.ts'

export const postsRouter = router({
  list: procedure(postsAccess.list)
    .meta({ api: { rest: 'GET /posts', summary: 'List posts, newest first' } })
    .input(listPostsInput)
    .output(postPage)
    .query(({ ctx, input }) => listPosts(ctx, input)),
  recent: procedure(postsAccess.list)
    .output(recentPosts)
    .query(({ ctx }) => listRecentPosts(ctx)),
  get: procedure(postsAccess.get)
    .meta({ api: { rest: 'GET /posts/{id}', summary: 'Read a post' } })
    .input(postIdInput)
    .output(post)
    .query(({ ctx, input }) => getPost(ctx, input)),
  show: procedure(postsAccess.get)
    .input(postIdInput)
    .query(({ ctx, input }) => showPost(ctx, input)),
  editor: procedure(postsAccess.get)
    .input(postIdInput)
    .query(({ ctx, input }) => getPostEditor(ctx, input)),
  create: procedure(postsAccess.create, perMinute(60))
    .meta({ api: { rest: 'POST /posts', summary: 'Create a post' } })
    .input(createPostInput)
    .output(post)
    .mutation(({ ctx, input }) => createPost(ctx, input)),
  uploadImage: procedure(postsAccess.uploadImage, perMinute(60), imageRule('picture'))
    .input(oneFile)
    .mutation(({ ctx, input }) => uploadPostImage(ctx, input)),
  update: procedure(postsAccess.update, perMinute(120))
    .meta({ api: { rest: 'PATCH /posts/{id}', summary: 'Update a post' } })
    .input(updatePostInput)
    .output(post)
    .mutation(({ ctx, input }) => updatePost(ctx, input)),
  delete: procedure(postsAccess.delete, perMinute(120))
    .meta({ api: { rest: 'DELETE /posts/{id}', summary: 'Delete a post', mcp: true } })
    .input(postIdInput)
    .output(idOutput)
    .mutation(({ ctx, input }) => deletePost(ctx, input)),
  restore: procedure(postsAccess.restore, perMinute(120))
    .meta({ api: { rest: 'POST /posts/{id}/restore', summary: 'Restore a deleted post' } })
    .input(postIdInput)
    .output(post)
    .mutation(({ ctx, input }) => restorePost(ctx, input)),
  changes: procedure(postsAccess.changes).subscription(({ ctx, signal }) =>
    postChanges({ ...ctx, signal: signal ?? ctx.signal }),
  ),
})
