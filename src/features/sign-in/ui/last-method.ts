import type { ProviderName } from '#/core/auth/providers/providers.ts'

type Method = ProviderName | 'passkey' | 'password'

const LAST = 'lastSignIn'
const LEFT_FOR = 'leftForProvider'

/** Remembers in this browser how its user signed in. */
export const rememberMethod = (method: Method): void =>
  withStorage(() => {
    localStorage.setItem(LAST, method)
    sessionStorage.removeItem(LEFT_FOR)
  })

export const readMethod = (): string | undefined => withStorage(() => localStorage.getItem(LAST) ?? undefined)

/** Notes the provider this tab leaves for: it counts as used once the user is back and signed in. */
export const leaveForProvider = (provider: ProviderName): void =>
  withStorage(() => sessionStorage.setItem(LEFT_FOR, provider))

/** The sign-in with a provider was cancelled. */
export const cancelProvider = (): void => withStorage(() => sessionStorage.removeItem(LEFT_FOR))

/** Remembers the provider that has signed the user in, if this tab comes from one. */
export const rememberProvider = (): void =>
  withStorage(() => {
    const provider = sessionStorage.getItem(LEFT_FOR)
    if (provider !== null) rememberMethod(provider as ProviderName)
  })

/** Without storage there is no hint. */
function withStorage<Result>(act: () => Result): Result | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
