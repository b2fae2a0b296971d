import { describe, expect, test } from 'vitest'
import { cutAt, firstLetterOf, shorten } from './shorten.ts'

const letters = [
  ['a flag', '🇩🇪'],
  ['a family', '👨‍👩‍👧‍👦'],
  ['a skin tone', '👋🏽'],
  ['an accent of its own', 'e\u0301'],
  ['a syllable', 'नि'],
  ['a line end', '\r\n'],
] as const

describe.each(letters)('%s', (_, letter) => {
  test('is never cut', () => {
    const text = `ab${letter.repeat(40)}`
    for (let length = 1; length < text.length; length += 1) {
      const whole = Math.max(0, Math.floor((length - 2) / letter.length))
      expect(cutAt(text, length)).toBe(length < 2 ? 'a' : `ab${letter.repeat(whole)}`)
      expect(cutAt(text, length).length).toBeLessThanOrEqual(length)
    }
    expect(cutAt(text, text.length)).toBe(text)
  })

  test('is the first letter of a word', () => {
    expect(firstLetterOf(`${letter}bc`)).toBe(letter)
  })
})

test('a text is shortened between words if possible, and says so', () => {
  expect(shorten('One two three', 13)).toBe('One two three')
  expect(shorten('One two three', 12)).toBe('One two…')
  expect(shorten('🧱'.repeat(9), 6)).toBe('🧱🧱…')
})

test('what no reader takes for a letter is cut', () => {
  expect(cutAt(`a${'\u0301'.repeat(500)}`, 200)).toHaveLength(200)
  expect(cutAt('a\ud83d', 5)).toBe('a\ud83d')
  expect(firstLetterOf('')).toBe('')
})
