import { defineServerFeature } from '@plinth/core/feature/server'
import { signInMails } from './server/sign-in-mails/mails.server.ts'

export const signInFeature = defineServerFeature({
  name: 'sign-in',
  required: 'users have to sign in.',
  mails: signInMails,
})
