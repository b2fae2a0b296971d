/** The server that issues tokens, as tokens and answers name it. */
export const issuerOf = (appUrl: string): string => `${appUrl}/api/auth`

/** The page that asks for consent. */
export const CONSENT_PAGE = '/connect'
