import { expect, test } from 'vitest'
import { cn } from './cn.ts'

test.each([
  // Valid together, though both begin alike.
  ['object-cover', 'object-top', 'object-cover object-top'],
  ['table-fixed', 'table', 'table-fixed table'],
  ['border border-input', 'border-transparent', 'border border-transparent'],
  // Our own utilities and tokens.
  ['shadow-float shadow-foreground/10', 'shadow-none', 'shadow-foreground/10 shadow-none'],
  ['animate-pulse', 'shown-late', 'shown-late'],
  ['text-success-text', 'text-muted-foreground', 'text-muted-foreground'],
  ['font-mono font-medium', 'font-sans', 'font-medium font-sans'],
  ['rail:px-2', 'px-4 rail:px-3', 'px-4 rail:px-3'],
])('%s with %s becomes %s', (own, given, merged) => {
  expect(cn(own, given)).toBe(merged)
})
