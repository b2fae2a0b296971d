import { expect, test } from 'vitest'
import { asSentence } from './as-sentence.ts'

test('a reason ends with one punctuation mark, its own or a period', () => {
  for (const whole of [
    'He asked for it.',
    'Why not?',
    'Stop!',
    'and so on…',
    'He wrote "help!"',
    '¿Por qué?',
    '(Ticket 7.)',
  ])
    expect(asSentence(whole)).toBe(whole)
  for (const [given, written] of [
    ['Ticket 4711', 'Ticket 4711.'],
    ['  asked for help \n', 'asked for help.'],
    ['Spam (again)', 'Spam (again).'],
    ['see below:', 'see below.'],
  ] as const)
    expect(asSentence(given)).toBe(written)
})
