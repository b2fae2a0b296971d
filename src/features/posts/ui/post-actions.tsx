import { useNavigate } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import type { MenuEntry } from '#/components/menu-button.tsx'
import { RowMenu } from '#/components/data-table/row-menu.tsx'
import { useMay } from '@plinth/core/access'
import { useTranslate } from '@plinth/core/texts'
import { postsAccess } from '../posts.access.ts'
import { postTitleId, type ListedPost } from './post-row.tsx'
import { useDeletePost } from './use-delete-post.ts'

/** The menu of a post in the list; nothing for users who may only read it. */
export function PostActions({ post: { id, createdBy } }: { post: ListedPost }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const object = { createdById: createdBy?.id ?? null }
  const mayUpdate = useMay(postsAccess.update, object)
  const mayDelete = useMay(postsAccess.delete, object)
  const { deletePost } = useDeletePost(id)
  const entries: MenuEntry[] = [
    ...(mayUpdate
      ? [
          {
            key: 'edit',
            label: t('posts:post.edit'),
            Icon: Pencil,
            onSelect: () =>
              void navigate({
                to: '/dashboard/posts/$postId',
                params: { postId: id },
                search: { edit: true },
              }),
          },
        ]
      : []),
    ...(mayDelete
      ? [
          {
            key: 'delete',
            label: t('posts:post.delete'),
            Icon: Trash2,
            isDangerous: true,
            onSelect: deletePost,
          },
        ]
      : []),
  ]
  if (entries.length === 0) return null
  return <RowMenu of={postTitleId(id)} groups={[{ key: 'actions', entries }]} />
}
