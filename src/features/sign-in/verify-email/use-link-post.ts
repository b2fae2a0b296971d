import { useRef, useState } from 'react'
import { type AuthRefusal, requestAuth } from '@plinth/core/auth'

/** How a link was used: with the account's password, or without. */
export type LinkUse = 'password' | 'alone'

/** Posts the token of a mailed link, once at a time. */
export function useLinkPost(token: string) {
  const isBusy = useRef(false)
  const [pending, setPending] = useState<LinkUse>()
  const [done, setDone] = useState<LinkUse>()
  const [refusal, setRefusal] = useState<AuthRefusal>()

  async function post(known?: { email: string; password: string }) {
    if (isBusy.current) return
    isBusy.current = true
    const use = known ? 'password' : 'alone'
    setPending(use)
    const { refused } = await requestAuth('/verify-email', { body: { token, ...known } })
    setPending(undefined)
    setRefusal(refused)
    if (refused) isBusy.current = false
    else setDone(use)
  }
  return { pending, done, refusal, post }
}
