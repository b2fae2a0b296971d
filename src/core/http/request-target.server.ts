/** The requested path and query. Ignores the origin, which comes from the Host header, set by the client. */
export const targetOf = ({ url }: Request): string => url.slice(url.indexOf('/', 8))

/** The requested path. */
export const pathOf = (request: Request): string => targetOf(request).split('?')[0] ?? ''
