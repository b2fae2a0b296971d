/**
 * Path and query as they were asked for. What stands before comes from the Host header, which anyone can
 * send, and is not looked at.
 */
export const targetOf = ({ url }: Request): string => url.slice(url.indexOf('/', 8))

/** The path alone. */
export const pathOf = (request: Request): string => targetOf(request).split('?')[0] ?? ''
