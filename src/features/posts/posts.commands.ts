import { useNavigate } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import type { FeatureCommands } from '@plinth/core/feature'
import { usePostSearch } from './ui/use-post-search.ts'

export const commands: FeatureCommands = {
  heading: 'posts:shell.nav',
  order: 10,
  useCommands({ typed }) {
    const navigate = useNavigate()
    return usePostSearch(typed).map(({ id, title, words, excerpt, createdAt }) => ({
      id,
      Icon: FileText,
      text: title,
      words,
      excerpt,
      at: createdAt,
      run: () => navigate({ to: '/dashboard/posts/$postId', params: { postId: id } }),
    }))
  },
}
