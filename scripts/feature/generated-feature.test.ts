import { expect, test } from 'vitest'
import { filesOf, readFeature } from './generated-feature.ts'

test('no variable of the code and the tests is called like the title, which may have any name', () => {
  const files = filesOf(readFeature({ name: 'crates', fields: ['zebra:text', 'owner:user'], nouns: {} }))
  const variables = [...files].flatMap(([file, text]) =>
    file.includes('/ui/')
      ? []
      : [...text.matchAll(/.*(?<![.'"#-])\bzebra\b(?!['":]).*/g)].map(([line]) => line),
  )
  expect(variables).toEqual([])
})
