import { PenLine } from 'lucide-react'
import type { FeatureHome } from '@plinth/core/feature'
import { postsAccess } from './posts.access.ts'
import { NewPostAction } from './ui/new-post-action.tsx'
import { recentPosts } from './ui/post-pages.ts'
import { RecentPosts } from './ui/recent-posts.tsx'

export const home: FeatureHome = {
  namespaces: ['posts'],
  cards: [
    { column: 'title', order: 10, Card: NewPostAction, rule: postsAccess.create },
    {
      column: 'main',
      order: 10,
      Card: RecentPosts,
      query: recentPosts,
      rule: postsAccess.list,
    },
  ],
  steps: {
    firstPost: {
      Icon: PenLine,
      title: 'posts:home.firstPost.title',
      text: 'posts:home.firstPost.text',
      action: { label: 'posts:home.firstPost.do', link: { to: '/dashboard/posts/new' } },
    },
  },
  activity: {
    'post.create': 'posts:home.activity.create',
    'post.update': 'posts:home.activity.update',
    'post.delete': 'posts:home.activity.delete',
    'post.restore': 'posts:home.activity.restore',
  },
  targets: {
    post: {
      missing: 'posts:home.activity.missing',
      link: (postId) => ({ to: '/dashboard/posts/$postId', params: { postId } }),
    },
  },
}
