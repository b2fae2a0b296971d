import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseQuotes } from './quote.ts'
import { splitSentences } from './sentences.ts'

const passage = (text: string) => ({
  documentId: 'd',
  name: 'Handbook',
  text,
  page: 1,
  start: 0,
  end: text.length,
})
const sentencesOf = (text: string) => splitSentences(text).map((sentence) => sentence.text)
// Letters, punctuation and sentence ends of the four languages, Markdown syntax, and invalid characters.
const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom(
        'Ada ',
        'año ',
        'é',
        'ß',
        '. ',
        '! ',
        '¿',
        '?',
        '\n',
        '\n\n',
        '- ',
        '**',
        '[1]',
        '](x)',
        '<b>',
        '|',
        '\u2028',
        '\ud83d',
        '10.5 ',
        ' ',
        '`',
      ),
      { maxLength: 80 },
    )
    .map((parts) => parts.join('')),
)

describe('sentences', () => {
  test('appear verbatim in their text at the returned offset, in order and without overlap', () => {
    fc.assert(
      fc.property(texts, (text) => {
        let end = 0
        for (const sentence of splitSentences(text)) {
          expect(text.slice(sentence.at, sentence.at + sentence.text.length)).toBe(sentence.text)
          expect(sentence.at).toBeGreaterThanOrEqual(end)
          expect(sentence.text.length).toBeLessThanOrEqual(600)
          end = sentence.at + sentence.text.length
        }
      }),
      { numRuns: 500 },
    )
  })

  test('span several lines, and end at empty lines and list items', () => {
    expect(sentencesOf('Ada wrote\nthe first program. It was\r\nnever run.')).toEqual([
      'Ada wrote\nthe first program.',
      'It was\r\nnever run.',
    ])
    expect(sentencesOf('A heading\n\nThe text')).toEqual(['A heading', 'The text'])
    expect(sentencesOf('Bring:\n- bread\n- wine\n2. cheese')).toEqual(['Bring:', 'bread', 'wine', 'cheese'])
  })

  test('do not end after ordinals and abbreviations, even at the end of a line', () => {
    expect(sentencesOf('Die Frist endet am\n30. April um Mitternacht. Fragen Sie Dr.\nWeber.')).toEqual([
      'Die Frist endet am\n30. April um Mitternacht.',
      'Fragen Sie Dr.\nWeber.',
    ])
  })

  test('that are too long are split at word boundaries', () => {
    const pieces = sentencesOf('word '.repeat(300))
    expect(pieces.join(' ')).toBe('word '.repeat(300).trim())
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(600)
    expect(pieces.every((piece) => piece.endsWith('word'))).toBe(true)
  })
})

describe('quotes', () => {
  test('contain only text from the passage they cite', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(texts, { maxLength: 6 }), (question, all) => {
        const quotes = chooseQuotes(question, { items: all.map(passage) })
        expect(quotes.length).toBeLessThanOrEqual(3)
        for (const { text, passage: number } of quotes) expect(all[number - 1]).toContain(text)
      }),
      { numRuns: 500 },
    )
  })

  test('are the sentences that answer the question, best first', () => {
    const items = [
      passage('The office opened in 1998. It has a garden. Vacation is 30 days a year. Lunch is free.'),
      passage('Sick leave is paid. A vacation must be approved two weeks before.'),
    ]
    expect(chooseQuotes('How many days of vacation do I have?', { items })[0]).toEqual({
      text: 'Vacation is 30 days a year.',
      passage: 1,
    })
    expect(chooseQuotes('When must a vacation be approved?', { items })[0]).toEqual({
      text: 'A vacation must be approved two weeks before.',
      passage: 2,
    })
    expect(chooseQuotes('Wann wurde das office opened?', { items })[0]?.text).toBe(
      'The office opened in 1998.',
    )
  })

  test('end when the question is answered', () => {
    const items = [
      { ...passage('Every employee has 28 days of paid leave a year. Ask Ada for the form.'), score: 1 },
      { ...passage('Leave out the cents when there are none.'), score: 0.4 },
    ]
    expect(chooseQuotes('How many days of paid leave do we have?', { items })).toEqual([
      { text: 'Every employee has 28 days of paid leave a year.', passage: 1 },
    ])
  })

  test('are taken from below a heading, never the heading itself', () => {
    const items = [
      {
        ...passage('Handbook\n\nParental leave\n\nSix months, fully paid. Ask Ada.\n\nHandbook of trees'),
        heading: 'Handbook › Parental leave',
      },
      { ...passage('Parental leave'), heading: 'Appendix › Parental leave' },
    ]
    expect(chooseQuotes('How long is parental leave?', { items })).toEqual([
      { text: 'Six months, fully paid.', passage: 1 },
    ])
    expect(chooseQuotes('What does the handbook say?', { items })[0]?.text).toBe('Handbook of trees')
  })

  test('are empty when no passage shares a term with the question, and do not repeat a sentence', () => {
    expect(chooseQuotes('xyzzy', { items: [passage('Ada wrote the first program.')] })).toEqual([])
    const twice = [
      passage('One. Ada wrote the first program.'),
      passage('Ada wrote the first program. It was never run.'),
    ]
    const quotes = chooseQuotes('Who wrote the first program?', { items: twice }).map(({ text }) => text)
    expect(quotes.filter((text) => text === 'Ada wrote the first program.')).toHaveLength(1)
  })
})
