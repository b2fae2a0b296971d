import { useEffect, useRef, useState } from 'react'
import { type TranslationKey, useI18n } from '@plinth/core/texts'
import { failureOf } from '@plinth/core/page'

/**
 * Signs in with a passkey: by `ask`, and as autofill where the browser supports it. Browsers allow one such
 * request at a time, so they replace each other. `failure` is a translated error.
 */
export function usePasskey(onDone: () => void) {
  const i18n = useI18n()
  const [asking, setAsking] = useState(false)
  const [failure, setFailure] = useState<string>()
  const current = useRef<AbortController>(undefined)
  const isAsked = useRef(false)
  const leave = useRef(onDone)
  leave.current = onDone

  async function run(isAutofill: boolean) {
    current.current?.abort()
    const controller = new AbortController()
    current.current = controller
    const { askPasskey } = await import('./ask-passkey.ts')
    const answer = await askPasskey({ signal: controller.signal, isAutofill })
    // Replaced by another request, or the page was left.
    if (controller.signal.aborted) return answer
    if (answer.outcome === 'given') leave.current()
    if (answer.outcome === 'refused' && !(isAutofill && isQuiet(answer.code))) {
      await i18n.load(['passkeys', 'security'])
      setFailure(i18n.t(answer.code, answer.params))
    }
    return answer
  }

  async function ask() {
    if (isAsked.current) return
    isAsked.current = true
    setAsking(true)
    setFailure(undefined)
    try {
      if ((await run(false)).outcome === 'given') return
    } catch (error) {
      // The code or the texts did not load.
      const { code, params } = failureOf(error)
      setFailure(i18n.t(code as TranslationKey, params))
    }
    isAsked.current = false
    setAsking(false)
    await offer()
  }

  async function offer() {
    const passkeyCode = await import('./ask-passkey.ts').catch(() => undefined)
    // The press that starts autofill may be on the button, which takes precedence.
    if ((await passkeyCode?.canOffer()) && !isAsked.current) await run(true).catch(() => undefined)
  }

  // Only after an interaction, so that mere visitors load no code, request no challenge and get no cookie.
  useEffect(() => {
    const started = new AbortController()
    const start = () => {
      started.abort()
      void offer()
    }
    for (const event of ['pointermove', 'pointerdown', 'focusin', 'keydown'])
      addEventListener(event, start, { signal: started.signal })
    return () => {
      started.abort()
      current.current?.abort()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the page is there
  }, [])

  return { ask, asking, failure }
}

/** Autofill was not requested by the user, so its errors are ignored. */
const isQuiet = (code: TranslationKey) => code.startsWith('errors:')
