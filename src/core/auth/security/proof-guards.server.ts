import { ownerProved } from '#/core/auth/address-proved.server.ts'
import { userHook } from '#/core/auth/auth-context.server.ts'
import { consumeLimit } from '#/core/limits/limits.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { codeOver, countCodeMail, createProofCode, mailCode, useProofCode } from './mailed-code.server.ts'
import { markProved, passwordHashOf, proveByPassword, provedUntil, waysToProve } from './proof.server.ts'
import { codeForm, provePasswordBody, RESEND_SECONDS } from './security.schema.ts'

export const onWaysToProve = userHook({}, async ({ tx, actor }) => {
  return { answer: { ways: await waysToProve(tx, actor.userId), provedUntil: await provedUntil(tx, actor) } }
})

export const onProvePassword = userHook({ body: provePasswordBody }, async ({ tx, actor, body }) => {
  return {
    answer: { provedUntil: await proveByPassword(tx, actor, { password: body.password, field: 'password' }) },
  }
})

export const onSendProofCode = userHook({}, async ({ tx, actor, secret }) => {
  // A password is more than a mailbox; who has one is asked for it.
  if ((await passwordHashOf(tx, actor.userId)) !== undefined)
    throw new AppError('forbidden', 'security:usePassword')
  await countCodeMail(tx, actor.userId)
  const code = await createProofCode(tx, { sessionId: actor.sessionId, secret })
  await mailCode(tx, actor.userId, { code, purpose: 'prove' })
  return { answer: { status: true, retryAfterSeconds: RESEND_SECONDS } }
})

export const onProveCode = userHook({ body: codeForm }, async ({ tx, actor, body, secret }) => {
  await consumeLimit(tx, `prove-code:${actor.userId}`, { max: 20, windowSeconds: 900, doubles: true })
  const verdict = await useProofCode(tx, { sessionId: actor.sessionId, secret }, body.code)
  if (verdict === 'over') throw codeOver()
  // Answered rather than thrown: the try that was counted must stand.
  if (verdict === 'wrong')
    return { denial: new AppError('invalid', 'security:invalidOtp', { field: 'code' }) }
  await ownerProved(tx, actor.userId, { sessionId: actor.sessionId })
  return { answer: { provedUntil: await markProved(tx, actor, 'code') } }
})
