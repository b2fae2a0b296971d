import { expect, test } from 'vitest'
import { codeOfMail } from './code-of-mail.ts'

test('finds six digits on their own line, in one or two groups', () => {
  expect(codeOfMail('Your code:\n\n  482913 \n\nIt works for 10 minutes.')).toBe('482913')
  expect(codeOfMail('Your code:\r\n482 913\r\n')).toBe('482913')
})

test('ignores numbers in sentences, links and longer numbers', () => {
  expect(codeOfMail('Order 482913 is on its way.\nhttps://example.org/482913\n4829131')).toBeUndefined()
})
