const LAST = 'lastSignIn'
const LEFT_FOR = 'leftToSignIn'

/** Remembers in this browser how its user signed in. */
export const rememberMethod = (method: string): void =>
  withStorage(() => {
    localStorage.setItem(LAST, method)
    sessionStorage.removeItem(LEFT_FOR)
  })

export const readMethod = (): string | undefined => withStorage(() => localStorage.getItem(LAST) ?? undefined)

/** Notes that this tab leaves to sign in elsewhere: the method counts as used once its user is back. */
export const leaveToSignIn = (method: string): void =>
  withStorage(() => sessionStorage.setItem(LEFT_FOR, method))

/** The sign-in elsewhere was canceled. */
export const cancelLeaving = (): void => withStorage(() => sessionStorage.removeItem(LEFT_FOR))

/** Remembers the method of a sign-in elsewhere that this tab comes from, if any. */
export const rememberArrival = (): void =>
  withStorage(() => {
    const method = sessionStorage.getItem(LEFT_FOR)
    if (method !== null) rememberMethod(method)
  })

/** Without storage there is no hint. */
function withStorage<Result>(act: () => Result): Result | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
