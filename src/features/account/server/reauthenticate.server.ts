import {
  codeOver,
  countCodeMail,
  createMailedCode,
  mailCode,
  markReauthenticated,
  ownerProved,
  passwordHashOf,
  passwordSetAt,
  reauthenticateByPassword,
  reauthenticatedUntil,
  reauthenticationMethods,
  toReauthenticate,
  useMailedCode,
  userHook,
} from '@plinth/core/auth/server'
import { AppError, consumeLimit } from '@plinth/core/verb/server'
import { RESEND_SECONDS, codeForm, reauthenticateBody } from '@plinth/core/auth'

export const onReauthenticationMethods = userHook({}, async ({ tx, actor }) => {
  return {
    answer: {
      methods: await reauthenticationMethods(tx, actor.userId),
      reauthenticatedUntil: await reauthenticatedUntil(tx, actor),
      passwordSetAt: await passwordSetAt(tx, actor.userId),
    },
  }
})

export const onReauthenticateByPassword = userHook(
  { body: reauthenticateBody },
  async ({ tx, actor, body }) => {
    return {
      answer: {
        reauthenticatedUntil: await reauthenticateByPassword(tx, actor, {
          password: body.password,
          field: 'password',
        }),
      },
    }
  },
)

export const onSendReauthenticationCode = userHook({}, async ({ tx, actor, secret }) => {
  // A password proves more than access to a mailbox, so users who have one must use it.
  if ((await passwordHashOf(tx, actor.userId)) !== undefined)
    throw new AppError('forbidden', 'security:usePassword')
  await countCodeMail(tx, actor.userId)
  const code = await createMailedCode(tx, toReauthenticate(actor.userId, actor.sessionId), secret)
  await mailCode(tx, actor.userId, { code, purpose: 'reauthenticate', page: '/dashboard/settings' })
  return { answer: { status: true, retryAfterSeconds: RESEND_SECONDS } }
})

export const onReauthenticateByCode = userHook({ body: codeForm }, async ({ tx, actor, body, secret }) => {
  await consumeLimit(tx, `reauthenticate-code:${actor.userId}`, {
    max: 20,
    windowSeconds: 900,
    doubles: true,
  })
  const verdict = await useMailedCode(tx, toReauthenticate(actor.userId, actor.sessionId), {
    code: body.code,
    secret,
  })
  if (verdict === 'over') throw codeOver()
  // Returned rather than thrown, so that the counted attempt is committed.
  if (verdict === 'wrong')
    return { denial: new AppError('invalid', 'security:invalidOtp', { field: 'code' }) }
  await ownerProved(tx, actor.userId, { sessionId: actor.sessionId })
  return { answer: { reauthenticatedUntil: await markReauthenticated(tx, actor, 'code') } }
})
