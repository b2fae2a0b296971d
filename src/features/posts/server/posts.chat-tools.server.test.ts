import { expect, test } from 'vitest'
import { translateTo } from '@plinth/core/server'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { chat } from '../posts.chat.ts'
import { postsChatTools } from './posts.chat-tools.server.ts'

provideAllTexts()
const t = translateTo('en')
const inputOf = (name: string, argument: string) =>
  chat.commands?.find((command) => command.name === name)?.inputOf?.(argument)

test('/posts searches for its text, as much of it as a search may hold and the database stores', () => {
  expect(inputOf('posts', '')).toEqual({ query: '' })
  expect(inputOf('posts', 'kiln')).toEqual({ query: 'kiln' })
  expect(inputOf('posts', `${'x'.repeat(199)}🙂`)).toEqual({ query: 'x'.repeat(199) })
})

test('/post has its title in the first line; without further lines the title is also the content', () => {
  expect(inputOf('post', 'Hello\nGood day.\nBye.')).toEqual({ title: 'Hello', content: 'Good day.\nBye.' })
  expect(inputOf('post', 'Hello')).toEqual({ title: 'Hello', content: 'Hello' })
})

test('results are described as Markdown in which no text of a post is live', () => {
  const describe = postsChatTools.reading?.searchPosts?.describe
  const items = [
    { id: 'p1', title: 'Hello *there* [1]', excerpt: 'A greeting' },
    { id: 'p2', title: 'Hello', excerpt: '' },
  ]
  expect(describe?.(t, { items }, { query: 'hello' })).toBe(
    [
      '2 posts:',
      '',
      String.raw`- [Hello \*there\* \[1\]](/dashboard/posts/p1): A greeting`,
      '- [Hello](/dashboard/posts/p2)',
    ].join('\n'),
  )
  expect(describe?.(t, { items: [] }, { query: '' })).toBe('There are no posts yet.')
  expect(describe?.(t, { items: [] }, { query: '[x](y)' })).toBe('No posts match “\\[x](y)”.')
  expect(
    postsChatTools.writing?.createPost?.describe?.(
      t,
      { id: 'p3', title: '`Hi`' },
      { title: 'Hi', content: 'Hi' },
    ),
  ).toBe('The post “\\`Hi\\`” has been created.')
})
