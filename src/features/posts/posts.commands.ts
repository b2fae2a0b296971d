import { useNavigate } from '@tanstack/react-router'
import { FileText, PenLine } from 'lucide-react'
import { useMay } from '@plinth/core/access'
import type { FeatureCommands } from '@plinth/core/feature'
import { useTranslate } from '@plinth/core/texts'
import { postsAccess } from './posts.access.ts'
import { usePostSearch } from './ui/use-post-search.ts'

export const commands: FeatureCommands = {
  heading: 'posts:shell.nav',
  order: 10,
  useCommands({ typed }) {
    const t = useTranslate()
    const navigate = useNavigate()
    const mayWrite = useMay(postsAccess.create)
    const found = usePostSearch(typed)
    return [
      ...(mayWrite
        ? [
            {
              Icon: PenLine,
              text: t('posts:shell.new'),
              keys: ['n'],
              run: () => navigate({ to: '/dashboard/posts/new' }),
            },
          ]
        : []),
      ...found.map(({ id, title, words }) => ({
        id,
        Icon: FileText,
        text: title,
        words,
        run: () => navigate({ to: '/dashboard/posts/$postId', params: { postId: id } }),
      })),
    ]
  },
}
