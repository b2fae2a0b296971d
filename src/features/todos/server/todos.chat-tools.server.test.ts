import { expect, test } from 'vitest'
import { translateTo } from '@plinth/core/server'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { todosChatTools } from './todos.chat-tools.server.ts'

provideAllTexts()
const t = translateTo('en')

test('results are described as Markdown in which no text of a to-do is live', () => {
  const describe = todosChatTools.reading?.listTodos?.describe
  const items = [
    { id: 't1', text: 'Water', completed: true },
    { id: 't2', text: '*Rest* ](x)', completed: false },
  ]
  expect(describe?.(t, { items }, {})).toBe(
    [
      '2 to-dos, 1 still open:\n',
      '- [ ] [\\*Rest\\* \\](x)](/dashboard/tanstack-db-example#todo-t2)',
      '- [x] ~~[Water](/dashboard/tanstack-db-example#todo-t1)~~',
    ].join('\n'),
  )
  expect(describe?.(t, { items: [] }, {})).toBe('There are no to-dos.')
  expect(todosChatTools.writing?.addTodo?.describe?.(t, { id: 't3', text: 'Water' }, { text: 'Water' })).toBe(
    'Added to your to-dos: “Water”.',
  )
})
