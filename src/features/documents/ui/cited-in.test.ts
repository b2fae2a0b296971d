import { expect, test } from 'vitest'
import { citedIn } from './cited-in.ts'

const passage = [
  'Opening hours',
  'The kiln is fired on Fridays. It reaches 1240 °C after nine hours,',
  'and cools until Sunday. Dr. Weber has the key.',
].join('\n')
const cited = (answer: string, number = 1) => {
  const { start, end } = citedIn(passage, { answer, number })
  return passage.slice(start, end)
}

test('a quotation is found whatever its line breaks, with its period', () => {
  expect(cited('It reaches 1240 °C after nine hours, and cools until Sunday.')).toBe(
    'It reaches 1240 °C after nine hours,\nand cools until Sunday.',
  )
  expect(cited('> Dr. Weber has the key. [1]')).toBe('Dr. Weber has the key.')
})

test('of a paraphrase it is the sentence that shares most with the one before the citation', () => {
  expect(cited('The key is with someone [2]. After nine hours it is 1240 degrees hot [1].')).toMatch(
    /^It reaches 1240/,
  )
  expect(cited('Am Ende sind es 1240 Grad.')).toMatch(/^It reaches 1240/)
})

test('what shares nothing leaves the whole passage', () => {
  expect(cited('Nobody knows.')).toBe(passage)
  expect(cited('')).toBe(passage)
})
