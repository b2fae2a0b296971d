/**
 * Makes the cookies of an answer end with the browser, as the sign-in they belong to was asked for. The mark of such a sign-in stays, or the next
 * renewal of the session would forget it. Cookies that the answer takes away are left alone.
 */
export function letEndWithBrowser(headers: Headers): void {
  const cookies = headers.getSetCookie()
  headers.delete('set-cookie')
  for (const cookie of cookies) {
    const isTakenAway = /;\s*max-age=0\b/i.test(cookie)
    const isMark = /^(__Secure-)?better-auth\.dont_remember=/.test(cookie)
    if (isTakenAway && isMark) continue
    headers.append('set-cookie', isTakenAway ? cookie : cookie.replaceAll(/;\s*(max-age|expires)=[^;]*/gi, ''))
  }
}
