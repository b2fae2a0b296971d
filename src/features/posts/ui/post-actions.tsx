import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { showToast } from '#/components/toast.ts'
import { MenuButton, type MenuEntry } from '#/components/menu-button.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useMay } from '#/core/access/react.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { postsAccess } from '../posts.access.ts'
import type { ListedPost } from './post-row.tsx'
import { useDeletePost } from './use-delete-post.ts'

/** The menu of a post in the list; nothing for users who may only read it. */
export function PostActions({ post: { id, title, createdBy } }: { post: ListedPost }) {
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
  return (
    <MenuButton
      menuLabel={t('posts:list.actions', { title })}
      aria-label={t('posts:list.actions', { title })}
      title={t('posts:list.actions', { title })}
      groups={[{ key: 'actions', entries }]}
      align="end"
      onUnavailable={() => void showToast('error', t('errors:offline'))}
      className={buttonVariants({
        variant: 'ghost',
        size: 'icon',
        className: 'text-muted-foreground hover:text-foreground pointer-coarse:w-11',
      })}
    >
      <Ellipsis className="size-4" aria-hidden="true" />
    </MenuButton>
  )
}
