/**
 * The kinds of mail a user may turn off, by their templates' names. Mails about passwords, addresses, sign-in
 * methods and deletion are not among them: an attacker who has taken over the account would turn them off.
 */
export const optionalMails = ['newSignIn', 'invitation'] as const

export type OptionalMail = (typeof optionalMails)[number]
