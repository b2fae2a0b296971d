import { expect, test } from 'vitest'
import { signUpFields } from './sign-up.schema.ts'

const fields = { firstName: 'A', lastName: 'B', email: 'a@example.org', password: 'fünf blaue Ziegel' }

test.each([
  ['', 'errors:required'],
  ['vier blaue Ziegel', 'errors:passwordMismatch'],
])('a confirmation of %j says %s', (passwordConfirmation, message) => {
  const { error } = signUpFields.safeParse({ ...fields, passwordConfirmation })
  expect(error?.issues).toMatchObject([{ path: ['passwordConfirmation'], message }])
})
