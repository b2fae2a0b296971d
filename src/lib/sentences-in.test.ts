import { expect, test } from 'vitest'
import { cpuMsOf } from '@plinth/testing/cpu-time.ts'
import { sentencesIn } from './sentences-in.ts'

const sentences = (text: string) => sentencesIn(text).map(({ segment }) => segment.trim())

test.each([
  ['Die Frist endet am 30. April. Danach ist es zu spät.', 'Die Frist endet am 30. April.'],
  ['Im 19. Jahrhundert war das anders. Heute nicht.', 'Im 19. Jahrhundert war das anders.'],
  ['Bitte fragen Sie Dr. Weber. Er hilft.', 'Bitte fragen Sie Dr. Weber.'],
  ['Bringen Sie z. B. Brot mit. Wein ist da.', 'Bringen Sie z. B. Brot mit.'],
  ['Siehe Nr. Sieben auf dem Plan. Dort ist es.', 'Siehe Nr. Sieben auf dem Plan.'],
  ['Ask Mr. Hall or J. R. Moore. They know.', 'Ask Mr. Hall or J. R. Moore.'],
  ['Habla con el Sr. Ruiz o la Dra. Gil. Ellos saben.', 'Habla con el Sr. Ruiz o la Dra. Gil.'],
  ['Trae fruta, p. ej. Manzanas. Hay pan.', 'Trae fruta, p. ej. Manzanas.'],
  ['Fale com o Sr. Lima ou a Profa. Dias. Eles sabem.', 'Fale com o Sr. Lima ou a Profa. Dias.'],
])('%s', (text, first) => {
  expect(sentences(text)[0]).toBe(first)
  expect(sentences(text)).toHaveLength(2)
})

test('a number ends an English sentence', () => {
  expect(sentences('The office opened when I was 30. Then we moved to the hill.')).toHaveLength(2)
})

test('no character is lost', () => {
  const text = 'Am 30. April kam Dr. Weber.\n\nEr blieb bis zum 2. Mai usw.  Ende'
  expect(
    sentencesIn(text)
      .map(({ segment }) => segment)
      .join(''),
  ).toBe(text)
})

test.each(['z. B. ', 'Dr. ', 'Dr. Dr.', '3. ', 'a. A b! '])('a text of %j takes linear time', (part) => {
  const textOf = (length: number) => part.repeat(length / part.length)
  sentencesIn(textOf(10_000))
  // Quadratic time takes half a minute.
  expect(cpuMsOf(() => sentencesIn(textOf(1_200_000)))).toBeLessThan(5_000)
})
