import { expect, test } from 'vitest'
import { formatWait } from './format-time.ts'

test('a wait is shown in its largest unit up to hours, rounded up, in the given language', () => {
  const said = (seconds: number) => formatWait(seconds, 'en')
  expect([1, 59, 60, 61, 900, 3_599, 3_600, 3_601, 86_400].map(said)).toEqual([
    'in 1 second',
    'in 59 seconds',
    'in 1 minute',
    'in 2 minutes',
    'in 15 minutes',
    'in 60 minutes',
    'in 1 hour',
    'in 2 hours',
    'in 24 hours',
  ])
  expect(['de', 'es', 'pt'].map((language) => formatWait(900, language))).toEqual([
    'in 15 Minuten',
    'dentro de 15 minutos',
    'em 15 minutos',
  ])
})
