import { PenLine, Search } from 'lucide-react'
import type { FeatureChat, ToolView } from '@plinth/core/feature'
import { SEARCH_MAX_LENGTH } from '@plinth/core/schema'
import { cutAt } from '@plinth/core/format'

const link: ToolView['link'] = (t, { id, title }) =>
  id === undefined
    ? undefined
    : {
        link: { to: '/dashboard/posts/$postId', params: { postId: id } },
        text: title || t('posts:chat.open'),
      }

export const chat: FeatureChat = {
  commands: [
    {
      name: 'posts',
      order: 10,
      text: 'posts:chat.posts.text',
      tool: 'searchPosts',
      argument: 'optional',
      inputOf: (argument) => ({ query: cutAt(argument, SEARCH_MAX_LENGTH) }),
      suggestion: { title: 'posts:chat.posts.title', Icon: Search },
    },
    {
      name: 'post',
      order: 40,
      text: 'posts:chat.post.text',
      tool: 'createPost',
      argument: 'required',
      inputOf(argument) {
        const [title = '', ...lines] = argument.split('\n')
        // A post needs content: its title by default.
        return { title: title.trim(), content: lines.join('\n').trim() || title.trim() }
      },
      suggestion: { title: 'posts:chat.post.title', argument: 'posts:chat.post.example', Icon: PenLine },
    },
  ],
  tools: {
    searchPosts: {
      sentence: (t, { query = '' }) =>
        query === '' ? t('posts:chat.newest') : t('posts:chat.search', { query }),
    },
    readPost: { sentence: (t) => t('posts:chat.read'), link },
    createPost: {
      sentence: (t, { title }) => t('posts:chat.create', { title }),
      approval: {
        title: 'posts:chat.approval.create',
        fields: { title: 'posts:chat.approval.title', content: 'posts:chat.approval.content' },
      },
      link,
    },
  },
}
