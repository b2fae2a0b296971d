/**
 * The kinds of mail a person may turn off, by the names of their templates. What speaks of a password, an
 * address, a way in or the end of an account is not among them: whoever took an account over would turn it
 * off first.
 */
export const optionalMails = ['newSignIn', 'invitation'] as const

export type OptionalMail = (typeof optionalMails)[number]
